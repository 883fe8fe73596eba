"""How long a chapter takes, as its opening says."""

import re

import nbformat

SPOKEN = {"two hours": 120, "an hour and a half": 90, "an hour and a quarter": 75, "a good hour": 65, "an hour": 60,
          "less than ten minutes": 10}  # fmt: skip
TAKES = re.compile(r"takes? (?:about )?(?:(\d+) minutes|(" + "|".join(SPOKEN) + "))")


def announced_minutes(cells: list[nbformat.NotebookNode]) -> int:
    """The first time that one of the first cells names: that of the numbered sections, if other parts come on top."""
    opening = " ".join(cell.source for cell in cells[:9] if cell.cell_type == "markdown")
    said = TAKES.search(opening)
    if not said:
        raise ValueError(f"a chapter says how long it takes, in minutes or as one of {', '.join(SPOKEN)}: {opening}")
    return int(said[1] or SPOKEN[said[2]])
