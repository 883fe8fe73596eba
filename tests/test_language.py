"""English and Chinese: which is spoken, and that the catalogue says all that evalcore says."""

import subprocess
import sys

import pytest

from evalcore import language as spoken
from evalcore.language import language, marked, speak, translated
from evalcore.plots import style


@pytest.fixture(autouse=True)
def _silence(monkeypatch):
    """Each test begins with nothing said, and leaves the language as it was."""
    monkeypatch.delenv("EVALCORE_LANGUAGE", raising=False)
    monkeypatch.setattr(spoken, "_said", None)


def test_what_is_said_comes_before_the_environment_and_english_is_the_last_resort(monkeypatch):
    assert language() == "en"
    monkeypatch.setenv("EVALCORE_LANGUAGE", "zh")
    assert language() == "zh"
    speak("en")
    assert language() == "en"
    speak(None)
    assert language() == "zh"


@pytest.mark.parametrize("name", ["", "de", "ZH", "zh_CN", 1, ["en"], float("nan")])
def test_another_language_is_refused_and_nothing_changes(name):
    speak("zh")
    for call in (speak, lambda name: style.use_style(language=name)):
        with pytest.raises(ValueError, match=r"language must be one of \['en', 'zh'\], got"):
            call(name)
    assert language() == "zh"


def test_an_environment_that_names_another_language_is_an_error_that_says_so(monkeypatch):
    monkeypatch.setenv("EVALCORE_LANGUAGE", "deutsch")
    with pytest.raises(ValueError, match=r"EVALCORE_LANGUAGE must be one of \['en', 'zh'\], got 'deutsch'"):
        translated("score")


def test_a_style_speaks_its_language_and_without_one_leaves_it(mpl_settings):
    style.use_style(language="zh")
    assert language() == "zh"
    style.use_style("print")
    assert language() == "zh"
    with pytest.raises(ValueError, match="profile must be"):
        style.use_style("poster", language="en")
    assert language() == "zh"
    style.use_style(language="en")
    assert language() == "en"


@pytest.fixture
def mpl_settings():
    import matplotlib as mpl

    with mpl.rc_context():
        yield


@pytest.mark.parametrize("code", ["en", "zh"])
def test_words_that_no_catalogue_has_are_said_as_they_are(code):
    speak(code)
    assert translated("no such {words} here") == marked("no such {words} here") == "no such {words} here"
    assert translated("no such {n:.1f} here {words}", n=2, words="{x}") == "no such 2.0 here {x}"
    assert translated("") == ""


def test_a_word_of_the_catalogue_is_said_in_its_language():
    assert translated("score") == "score"
    speak("zh")
    assert translated("score") == "得分"


def test_to_speak_loads_nothing_but_the_standard_library():
    loaded = "import sys; before = {*sys.modules}; import evalcore.language; print(*{*sys.modules} - before)"
    named = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    rooms = {name.partition(".")[0] for name in named}
    assert rooms <= {*sys.stdlib_module_names, "evalcore"}
