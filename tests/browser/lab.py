"""JupyterLab in a headless Chromium, for the tests and the benchmark.

The server works on a copy of the notebooks and keeps its settings in a temporary folder, so that
nothing of the reader's own Jupyter is read or changed.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from headless import LAUNCH

SERVER = Path(__file__).resolve().parent.parent.parent / "jupyter"  # the configuration of `make lab`
SIZE = {"width": 1280, "height": 720}
NEWS = "@jupyterlab/apputils-extension"
PATIENCE = 60_000  # milliseconds

IS_IDLE = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.sessionContext?.session?.kernel?.status === "idle" && panel.content.widgets.length > 0;
}"""
RUN_ALL = "() => jupyterapp.commands.execute('notebook:run-all-cells')"
GO_TO = """async id => {
    const page = jupyterapp.shell.currentWidget.content;
    await page.scrollToItem(page.widgets.findIndex(cell => cell.model.id === id), "start");
}"""
RUN_ONE = """id => {
    const notebook = jupyterapp.shell.currentWidget.content;
    notebook.deselectAll();
    notebook.activeCellIndex = notebook.widgets.findIndex(cell => cell.model.id === id);
    return jupyterapp.commands.execute("notebook:run-cell");
}"""
PAINTED = "painted = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
ALL_SHOWN = """() => {
    const waiting = document.querySelectorAll(".evalcore-show:enabled");
    waiting.forEach(button => button.click());
    return waiting.length === 0;
}"""
ERRORS = """() => jupyterapp.shell.currentWidget.content.model.sharedModel.cells.flatMap(
    cell => (cell.toJSON().outputs ?? []).filter(output => output.output_type === "error")
        .map(output => `${output.ename}: ${output.evalue}`))"""


@contextmanager
def jupyter_lab(folder: Path, home: Path) -> Iterator[str]:
    """Serve ``folder`` with a JupyterLab that keeps all its own files in ``home``, and yield its address."""
    settings = home / "settings" / NEWS
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    places = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "runtime",
              "JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
              "IPYTHONDIR": "ipython"}  # fmt: skip
    environment = {**os.environ, **{name: str(home / place) for name, place in places.items()}}
    environment |= {"JUPYTER_CONFIG_PATH": str(SERVER), "JUPYTER_PREFER_ENV_PATH": "1"}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}",
               "--ServerApp.port_retries=0", "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}",
               "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None",
               *(["--allow-root"] if os.name == "posix" and os.geteuid() == 0 else [])]  # fmt: skip
    with (home / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=home, env=environment, stdout=log, stderr=log)
        try:
            _wait_for(f"{address}/api/status", server, home / "server.log")
            yield address
        finally:
            server.terminate()  # the server shuts its kernels down
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(address, server, log):
    for _ in range(600):
        try:
            return urlopen(address).close()
        except (URLError, ConnectionError):
            if server.poll() is not None:
                break
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}")


@contextmanager
def chromium() -> Iterator[Page]:
    """Yield a page of a headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        try:
            page = browser.new_context(viewport=SIZE).new_page()
            page.add_init_script(PAINTED)
            yield page
        finally:
            browser.close()


def open_notebook(page: Page, address: str, name: str) -> None:
    """Open a notebook alone in the window, and wait for its kernel."""
    page.goto(f"{address}/doc/workspaces/of-{name.partition('.')[0]}/tree/{name}?reset")
    page.wait_for_function(IS_IDLE, timeout=PATIENCE)


def run_all(page: Page) -> list[str]:
    """Run all cells, wait until the kernel rests, and return the errors."""
    page.evaluate(RUN_ALL)
    page.wait_for_function(IS_IDLE, timeout=PATIENCE)
    return page.evaluate(ERRORS)


def run_cell(page: Page, name: str) -> None:
    """Bring a cell to the top, run it, and wait until the kernel rests."""
    page.evaluate(GO_TO, name)
    page.evaluate(RUN_ONE, name)
    page.wait_for_function(IS_IDLE, timeout=PATIENCE)


def open_what_is_hidden(page: Page) -> None:
    """Show the answer of every prediction, also of one that is drawn late, which reveals the cells it covers."""
    page.wait_for_function(ALL_SHOWN, timeout=PATIENCE)
