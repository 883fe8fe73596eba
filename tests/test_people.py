"""The twenty people of the figures: their boxes, rings and faces at every threshold."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backend_bases import RendererBase

from evalcore import metrics
from evalcore.datasets import load_ranked_examples
from evalcore.plots import people, style

THRESHOLDS = np.round(np.arange(0, 1.01, 0.05), 2)


@pytest.fixture
def twenty():
    with mpl.rc_context():
        style.use_style("lecture")
        yield load_ranked_examples()


def persons(ax):
    return [artist for artist in ax.artists if isinstance(artist, people.Person)]


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_each_box_holds_as_many_people_as_the_matrix_counts(twenty, threshold):
    """The wrong ones, and no others, have a ring; nobody shares a place."""
    y_true, y_score = twenty
    cm, (_, axes) = metrics.confusion_at(y_true, y_score, threshold), style.panels("abc")
    people.people_frames(y_true, y_score, axes)
    people.people_parts(y_true, y_score, threshold, cm, axes)
    drawn = persons(axes["b"])
    boxes = [[(int(person.place[1]), int(person.place[0])) for person in drawn].count(box) for box in np.ndindex(2, 2)]
    assert boxes == [cm.tp, cm.fn, cm.fp, cm.tn]
    assert all(person.ill == (person.place[1] < 1) for person in drawn)
    assert all(person.wrong == (person.ill != (person.place[0] < 1)) for person in drawn)
    assert len({person.place for person in drawn}) == 20
    rings = [artist for artist in axes["a"].artists if isinstance(artist, people.Ring)]
    assert sum(ring.is_shown for ring in rings) == cm.fn + cm.fp
    assert f"{cm.tp:g}" in [text.get_text() for text in axes["c"].texts]


def test_faces_and_rings_are_no_wider_than_their_places_in_a_box(twenty):
    _, axes = style.panels("abc")
    mpl.rcParams["font.size"] = 30
    ax = people.plot_boxes(metrics.ConfusionMatrix(tp=0, fn=10, fp=10, tn=0), axes["a"])
    paths = []
    renderer = RendererBase()
    renderer.draw_path = lambda _context, path, transform, _fill=None: paths.append(path.transformed(transform))
    for person in persons(ax):
        person.draw(renderer)
    place = np.ptp(ax.transData.transform([(0, 0), (0.2, 0)])[:, 0])
    assert max(np.ptp(path.vertices[:, 0]) for path in paths) == pytest.approx(place)


def test_the_lines_of_a_small_face_are_thinner_in_the_same_proportion(twenty):
    _, axes = style.panels("a")
    renderer, proportions = RendererBase(), []

    def draw_path(context, path, transform, _fill=None):
        proportions.append(context.get_linewidth() / np.ptp(path.transformed(transform).vertices[:, 0]))

    renderer.draw_path = draw_path
    for room in (np.inf, 0.01):
        people.plot_people(np.array([1]), np.array([(0.5, 0.5)]), axes["a"], wrong=[True], numbers=[0], room=room)
        persons(axes["a"])[-1].draw(renderer)
    full, small = proportions[: len(proportions) // 2], proportions[len(proportions) // 2 :]
    assert small == pytest.approx(full)


def test_a_person_has_one_place_among_the_right_and_one_among_the_wrong(twenty):
    """So a moving threshold moves only the people that it passes."""
    y_true, y_score = twenty
    places = [set() for _ in y_true]
    for threshold in THRESHOLDS:
        _, axes = style.panels("a")
        cm = metrics.confusion_at(y_true, y_score, threshold)
        people.boxes_parts(y_true, y_score >= threshold, cm, people.boxes_frame(axes["a"]))
        for person, seen in zip(persons(axes["a"]), places, strict=True):
            seen.add(person.place)
    assert all(len(seen) <= 2 for seen in places)


def test_faces_in_the_strip_do_not_overlap_and_stand_at_their_scores(twenty):
    y_true, y_score = twenty
    places = people.strip_places(y_true, y_score)
    assert np.array_equal(places[:, 0], y_score)
    assert np.array_equal(places[:, 1] > 0, y_true == 1)
    for i, j in np.argwhere(np.triu(np.ones((20, 20)), 1)):
        assert abs(places[i, 0] - places[j, 0]) >= 0.05 or abs(places[i, 1] - places[j, 1]) >= 0.99


def test_precision_without_anybody_called_back_is_undefined(twenty):
    """The fraction does not become a number."""
    _, axes = style.panels("a")
    people.fractions_parts(metrics.ConfusionMatrix(tp=0, fn=10, fp=0, tn=10), people.fractions_frame(axes["a"]))
    assert [text.get_text() for text in axes["a"].texts].count("undefined") == 1
