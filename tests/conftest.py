"""How the tests are shared out, and which wait to be asked for."""

import os

import pytest
from hypothesis import HealthCheck, settings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")  # two workers share two cores; the notebooks' kernels inherit it

settings.register_profile(  # for `make mutation`, which runs each test many times in one process
    "mutation", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.differing_executors]
)


def pytest_ignore_collect(collection_path, config):
    """Leave the benchmarks out, and the tests in a browser unless asked for: ``pytest -m browser tests/browser``."""
    asked_for = {"browser"} if "browser" in config.getoption("markexpr") else set()
    return True if collection_path.name in {"bench", "browser"} - asked_for else None


def pytest_collection_modifyitems(items):
    """What takes long comes first, so that both workers end together."""
    items.sort(key=lambda item: item.path.suffix != ".ipynb" and "sweep" not in item.path.name)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests go one by one to the worker that is free, the cells of a notebook together: they share a kernel."""
    if not config.getoption("nbval"):
        return None
    from xdist.scheduler import LoadScopeScheduling

    class OneKernelEach(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return nodeid.partition("::")[0] if ".ipynb::" in nodeid else nodeid

    return OneKernelEach(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep a picture of the page of a browser test that failed."""
    report = yield
    values = getattr(item, "funcargs", {})
    page, folder = values.get("page"), values.get("tmp_path")
    if report.when == "call" and report.failed and page and folder:
        page.screenshot(path=folder / "page.png")
        report.sections.append(("screenshot", str(folder / "page.png")))
    return report
