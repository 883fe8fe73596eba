"""The programs that the tests start: headless Chromium, and playwright's Node.js."""

import shutil
import subprocess

import pytest
from playwright._impl._driver import compute_driver_executable

LAUNCH = {  # Debian's chromium-headless-shell is the same engine without its window, and starts faster
    "executable_path": shutil.which("chromium-headless-shell") or shutil.which("chromium"),
    "headless": True,
    "args": ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
}


def node() -> str:
    """Return the path of playwright's Node.js; skip the test if it cannot run."""
    path = compute_driver_executable()[0]
    try:
        subprocess.run([path, "--version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("playwright's Node.js cannot run here; on Debian and Ubuntu: apt-get install libatomic1")
    return path
