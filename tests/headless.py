"""The Chromium of the tests, without a window.

Debian's ``chromium-headless-shell`` is the same engine with less around it, and faster; ``chromium`` does as well.
"""

import shutil

LAUNCH = {
    "executable_path": shutil.which("chromium-headless-shell") or shutil.which("chromium"),
    "headless": True,
    "args": ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
}
