"""An interactive figure with all its states, for pages without Python.

:mod:`record` draws the states, :mod:`packing` compresses them, :mod:`markup` writes the HTML; ``living-picture.js``
and ``living-picture.css`` are its script and style. The web book uses them, and so does :meth:`LivingPicture.save`.
"""

from pathlib import Path

SCRIPT = Path(__file__).parent / "living-picture.js"
STYLE = Path(__file__).parent / "living-picture.css"
