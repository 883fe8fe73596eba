"""Run cells one after the other in the reader's interpreter, for ``cells.mjs``."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell


class Shown(DisplayPublisher):
    """Writes what is displayed as text."""

    def publish(self, data, *_, **__):
        sys.stdout.write(data.get("text/plain", ""))


class Result(DisplayHook):
    """The result of a cell, without its number."""

    def write_output_prompt(self):
        pass

    def write_format_data(self, format_dict, md_dict=None):
        sys.stdout.write(format_dict["text/plain"])

    def finish_displayhook(self):
        self._is_active = False


def fresh_shell():
    """Return a function that runs a cell and returns its output, including warnings and errors."""
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(display_pub_class=Shown, displayhook_class=Result)

    def run(source):
        output = io.StringIO()
        with redirect_stdout(output), redirect_stderr(output):
            shell.run_cell(source)
        return output.getvalue()

    return run
