"""The base of all reports: their table, their files, and how a notebook shows them."""

from collections.abc import Callable, Mapping
from datetime import date
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from evalcore import __version__
from evalcore.language import translated as _
from evalcore.report.learners import Given
from evalcore.report.provenance import Provenance
from evalcore.report.words import Part

if TYPE_CHECKING:
    from evalcore.explore.page.record import Walk
    from evalcore.plots.style import Shown
    from evalcore.report.written import Contents


class Results:
    """A report, whatever its kind of results.

    Attributes
    ----------
    summary : Part
        The main results in a few sentences.
    parts : list of Part
        The answers in order, each with its words and numbers.
    provenance : Provenance
        Where the data come from.
    """

    summary: Part
    parts: list[Part]
    provenance: Provenance

    @property
    def title(self) -> str:
        """Return the heading of a page that is not given one."""
        return _("A report on scores")

    def _top(self, day: str | None = None) -> list[Part]:
        """Return the summary, and what was given; ``day`` is the date of the report."""
        raise NotImplementedError

    @property
    def _figures(self) -> "Given | Mapping[str, Callable[[], Shown]]":
        """Return what the figures show, or a function for each figure by its name."""
        raise NotImplementedError

    @property
    def _settings(self) -> dict[str, object]:
        """Return the options of the report, as JSON states them."""
        raise NotImplementedError

    def table(self) -> dict[str, list]:
        """Return every number of the report as columns of equal length, ready for a DataFrame or JSON.

        Returns
        -------
        dict of str to list
            ``chapter`` that explains the number; ``learner``, the name of the model, empty for a number of the data;
            ``measure``; ``value``, None where it is undefined; ``low`` and ``high``, the ends of the 95 % interval,
            None where there is none.
        """
        rows = [(part.chapter, *row) for part in self.parts for row in [*part.rows, *part.more]]
        names = ["chapter", "learner", "measure", "value", "low", "high"]
        return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))

    def contents(self, title: str | None = None) -> "Contents":
        """Return the words and numbers, as :mod:`evalcore.report.written` takes it."""
        from evalcore.report.written import Contents

        title = self.title if title is None else title
        day = date.today().isoformat()
        return Contents(title, self._settings, self.provenance, [*self._top(day), *self.parts], self.table(), day)

    def save(self, path: str | PathLike[str], *, title: str | None = None) -> None:
        """Write the report in the format that the name ends in.

        The page needs nothing else: it opens by a double click, without Python, server or network. The same report
        makes the same file on the same day.

        Parameters
        ----------
        path : path
            ``.html`` is a page with interactive figures; ``.md``, ``.tex`` and ``.json`` are words and tables.
        title : str, optional
            The heading, shown as text.

        Raises
        ------
        ValueError
            For a name that ends in something else.
        FileNotFoundError
            If the folder does not exist.
        IsADirectoryError
            If the path is a folder.
        """
        from evalcore.explore.page.saved import place, write_whole
        from evalcore.report.written import writer

        title = self.title if title is None else title
        render = writer(place(path))
        write_whole(path, lambda walk: self.html(title, walk) if render is None else render(self.contents(title)))

    def html(self, title: str, walk: "Walk | None" = None) -> str:
        """Return the report as a page; ``walk`` shows the progress of its figures. Without it, they are images."""
        from evalcore.report.page import html

        return html(self._figures, [*self._top(date.today().isoformat()), *self.parts], title, walk)

    def save_figures(self, folder: str | PathLike[str]) -> list[Path]:
        """Write each figure as PNG (300 dots per inch) and as SVG, in the size and the letters of a printed page.

        The interactive ones are written as the report first shows them: at the cheapest threshold of the first model,
        and at the share of positives and the costs that were given. The same report makes the same files.

        Parameters
        ----------
        folder : path
            The folder to write to, which is made if it does not exist.

        Returns
        -------
        list of Path
            Such as ``ranking.png``, ``ranking.svg``, ``calibration.png`` (if scores are probabilities), ``costs.png``.

        Raises
        ------
        OSError
            If the folder cannot be made or written to.
        """
        from evalcore.report.pictures import save_figures

        return save_figures(self._figures, Path(folder))

    def __str__(self) -> str:
        return "\n\n".join(map(str, [*self._top(), *self.parts]))

    __repr__ = __str__

    def _repr_mimebundle_(self, **kwargs):
        from evalcore.report.page import shown as live

        return live(self._figures, [*self._top(), *self.parts], str(self))._repr_mimebundle_(**kwargs)


class OtherResults(Results):
    """A report on results of another kind than scores of two classes; what each kind says of itself is here."""

    kind = ""  # as the option --kind names it
    heading = ""  # marked words
    methods = ""  # a sentence on the intervals
    options: dict[str, object]
    figures: dict[str, "Callable[[], Shown]"]

    @property
    def title(self) -> str:
        return _(self.heading)

    @property
    def _figures(self) -> "Mapping[str, Callable[[], Shown]]":
        return self.figures

    @property
    def _settings(self) -> dict[str, object]:
        return {"kind": self.kind, **self.options}

    def _top(self, day: str | None = None) -> list[Part]:
        provenance = self.provenance
        words = [_("File: {name}.", name=provenance.file)] if provenance.file else []
        words.append(_("Kind of results: {kind} (--kind {name}).", kind=self.title, name=self.kind))
        words.append(_("Rows: {used} used, {left} left out.", used=provenance.rows, left=provenance.rows_left_out))
        named = [
            f"--{name}" if value is True else f"--{name} {value}"
            for name, value in self.options.items()
            if value is not None
        ]
        if named:
            words.append(_("Options: {options}.", options=_("; ").join(named)))
        words += [*provenance.sentences, self.methods]
        if day is not None:
            words.append(
                _("This report was made on {day} with version {version} of evalcore.", day=day, version=__version__)
            )
        return [self.summary, Part(_("Data and options used"), "", words, [])]
