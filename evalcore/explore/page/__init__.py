"""A picture with all its states, for pages without Python: one recorder, one script, one style, one HTML.

:mod:`record` draws the states, :mod:`packing` makes them small, :mod:`markup` writes them down; ``living-picture.js``
and ``living-picture.css`` bring them to life. The web book is one user, :meth:`LivingPicture.save` another.
"""

from pathlib import Path

SCRIPT = Path(__file__).parent / "living-picture.js"
STYLE = Path(__file__).parent / "living-picture.css"
