"""Kernels for nbval that need not import Matplotlib, SciPy, scikit-learn and Dask anew, which takes longer than most
chapters' cells.

Each is a process of its own, forked from one that has imported what notebooks take from others, and has run nothing;
of evalcore it has nothing.
"""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from importlib.metadata import EntryPoint

from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

IMPORTED = [
    "ipykernel.debugger", "ipykernel.ipkernel", "ipykernel.kernelapp", "ipykernel.zmqshell", "ipywidgets",
    "matplotlib.backends.backend_agg", "matplotlib.backends.backend_svg", "matplotlib.figure",
    "matplotlib_inline.config", "scipy.stats", "sklearn.calibration", "sklearn.datasets", "sklearn.ensemble",
    "sklearn.neural_network", "sklearn.pipeline", "dask.distributed",
]  # fmt: skip


def fork_them() -> None:
    """Let jupyter_client start the kernels of this process so, where a process may be forked."""
    if sys.platform != "linux":
        return
    multiprocessing.get_context("forkserver").set_forkserver_preload(IMPORTED)
    factory = KernelProvisionerFactory.instance()
    factory.provisioners["forked"] = EntryPoint("forked", f"{__name__}:Provisioner", factory.GROUP_NAME)
    factory.default_provisioner_name = "forked"


class Provisioner(LocalProvisioner):
    """What starts a kernel and ends it."""

    async def launch_kernel(self, cmd, *, cwd, env, **_):
        self.process = Forked(cmd[cmd.index("-f") :], cwd, env)
        self.pid = self.pgid = self.process.pid
        return self.connection_info


class Forked:
    """A kernel as a process, with what a provisioner asks of a :class:`subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, arguments, cwd, env):
        self.process = multiprocessing.get_context("forkserver").Process(target=serve, args=(arguments, cwd, env))
        self.process.start()
        self.pid, self.kill, self.terminate = self.process.pid, self.process.kill, self.process.terminate

    def poll(self):
        return self.process.exitcode

    def wait(self):
        self.process.join()
        return self.process.exitcode

    def send_signal(self, number):
        os.kill(self.pid, number)


def serve(arguments, cwd, env) -> None:
    """Be a kernel, until asked to end."""
    from ipykernel.kernelapp import IPKernelApp

    gc.freeze()  # what is shared stays so
    os.setsid()  # signals go to the kernel and to what it has started
    threading.Thread(target=end_with, args=(multiprocessing.parent_process(),), daemon=True).start()
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    IPKernelApp.launch_instance(arguments)


def end_with(parent) -> None:
    """End the kernel, and what it has started, when pytest has ended, however that came."""
    parent.join()
    os.killpg(0, signal.SIGKILL)
