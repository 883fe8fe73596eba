"""The programs that the tests start: Chromium without a window, and playwright's Node.js."""

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
    """The path of playwright's Node.js; skips the test where it cannot run."""
    path = compute_driver_executable()[0]
    try:
        subprocess.run([path, "--version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("playwright's Node.js cannot run here; on Debian and Ubuntu: apt-get install libatomic1")
    return path
