"""What a reader has to load."""

import gzip
import re

import pytest
from shelf import PAGES, SITE

MOST = 2_000_000  # bytes, compressed


@pytest.mark.parametrize("name", PAGES)
def test_a_chapter_is_small(name):
    """Page, pictures, styles, scripts and fonts together, both editions of a picture counted."""
    page = (SITE / f"{name}.html").read_text(encoding="utf-8")
    asked = set(re.findall(r'(?:src|href|data-wide|data-narrow)="([^"?#]+)', page))
    files = [SITE / f"{name}.html", *(SITE / "pictures" / name).glob("*"), *(SITE / "pictures").glob("*.woff2")]
    files += [SITE / one for one in asked if one.startswith("_static/")] + [*(SITE / "_static").glob("*.woff2")]
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    assert sum(sizes.values()) < MOST, sorted(sizes.items(), key=lambda pair: -pair[1])[:5]
