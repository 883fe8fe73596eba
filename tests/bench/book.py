"""The web book, opened from disk (``make book`` first): the time until a figure can be moved, and that of one step."""

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "browser"))
from lab import chromium
from timing import Row

SITE = Path(__file__).resolve().parent.parent.parent / "build" / "book"
FIRST_PICTURE = 1000  # milliseconds
STEP = 4
# Milliseconds from the request until the first figure is painted and can be moved.
OPENED = """async () => {
    const picture = document.querySelector("living-picture:has(.moving)");
    while (!picture.data?.wide) {
        if (performance.now() > 20_000) throw new Error("no picture: is the book built?");
        await new Promise(requestAnimationFrame);
    }
    await picture.images[0].decode();
    await new Promise(requestAnimationFrame);
    return performance.now();
}"""
# Milliseconds of script at successive states, as when a slider is dragged.
STEPS = """async picture => {
    picture.load();
    while (!picture.data.wide) await new Promise(requestAnimationFrame);
    const took = [];
    for (const slider of picture.inputs.filter(input => input.type === "range"))
        for (let step = 0; step < 60; step++) {
            slider.value = step % (+slider.max + 1);
            const begun = performance.now();
            picture.show();
            took.push(performance.now() - begun);
            await new Promise(requestAnimationFrame);
        }
    return took;
}"""


def rows() -> list[Row]:
    """Return the slowest chapter to open and the slowest figure to step, each compared with its budget."""
    opened, steps = {}, {}
    if not (SITE / "index.html").exists():
        sys.exit("There is no book to open: make book comes first.")
    with chromium() as page:
        for path in sorted(SITE.glob("[0-9]*.html")):
            page.goto(f"{path.as_uri()}")
            first = page.locator("living-picture:has(.moving)").first.get_attribute("id")
            times = []
            for _ in range(5):
                page.goto("about:blank")
                page.goto(f"{path.as_uri()}#cell-{first}")
                times.append(page.evaluate(OPENED))
            opened[path.stem] = statistics.median(times)
            for picture in page.locator("living-picture:has(.moving)").all():
                steps[f"{path.stem[:2]} {picture.get_attribute('id')}"] = picture.evaluate(STEPS)
    chapter = max(opened, key=opened.get)
    p95 = {name: statistics.quantiles(times, n=20)[-1] for name, times in steps.items() if times}
    slowest = max(p95, key=p95.get)
    every = [time for times in steps.values() for time in times]
    return [
        Row("book: first picture from disk", "1 s", opened[chapter] / FIRST_PICTURE, "at most 1",
            f"{opened[chapter]:.0f} ms (chapter {chapter[:2]}, the slowest)"),
        Row("book: script of a step, p95", "4 ms", p95[slowest] / STEP, "at most 1",
            f"{p95[slowest]:.1f} ms ({slowest}, the slowest; median of all {statistics.median(every):.1f} ms)"),
    ]  # fmt: skip
