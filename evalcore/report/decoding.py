"""The text of a file, whatever its encoding: what bytes are, and which of several encodings they are in."""

import codecs
import gzip
import re
import zlib
from io import TextIOBase
from os import PathLike
from pathlib import Path
from typing import BinaryIO, NamedTuple

from evalcore.language import marked
from evalcore.language import translated as _
from evalcore.report.words import shown

Source = str | PathLike[str] | BinaryIO | bytes
MARKS = [
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # its mark begins with that of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
]
NO_TEXT = [  # how files begin that hold no text
    (b"PK\x03\x04", marked("an Excel workbook or a ZIP archive: save the table as CSV")),
    (b"\xd0\xcf\x11\xe0", marked("an old Excel workbook: save the table as CSV")),
    (b"PAR1", marked("a Parquet file: save the table as CSV")),
    (b"\x93NUMPY", marked("a NumPy file: save the table as CSV")),
    (b"%PDF", marked("a PDF: save the table as CSV")),
    (b"BZh", marked("compressed: unpack it first")),
    (b"\xfd7zXZ", marked("compressed: unpack it first")),
]
NAMES = {"utf-8": "UTF-8", "gb18030": "GB18030", "cp1252": "Windows-1252", "utf-16": "UTF-16", "utf-32": "UTF-32"}
HAN = re.compile(rb"[\xa1-\xf7][\xa1-\xfe]")  # a pair of bytes of GB 2312, in which common signs are written
COMMON = re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]")  # punctuation, and the 3755 most frequent signs


class Decoded(NamedTuple):
    """The text of a file, the encoding if it is not UTF-8, and whether that is a guess."""

    text: str
    encoding: str | None
    guessed: bool = False


def decoded(file: Source, encoding: str | None = None) -> Decoded:
    """Return the text of a file: UTF-8, UTF-16, GB18030 or Windows-1252, packed by gzip or not; or in ``encoding``.

    Raises ``ValueError`` for what holds no text, and ``OSError`` for a file that cannot be read.
    """
    content = _content(file)
    if content[:2] == b"\x1f\x8b":
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError, zlib.error) as error:
            raise ValueError(_("the file begins like a gzip file, but cannot be unpacked")) from error
    for beginning, kind in NO_TEXT:
        if content.startswith(beginning):
            raise ValueError(_("expected a text file such as CSV, but this is {kind}", kind=_(kind)))
    codec = encoding or _codec(content)
    if codec == "utf-8":
        content = content.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode(codec)
    except LookupError as error:
        raise ValueError(
            _("there is no encoding {name}: give the name of an encoding, such as cp1252", name=shown(encoding))
        ) from error
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(
            _("line {line}: expected text in {encoding}; name the encoding with --encoding", line=line,
              encoding=_name(codec))
        ) from error  # fmt: skip
    if "\0" in text:
        raise ValueError(_("expected a text file such as CSV, but this contains null bytes"))
    encoding_name = None if codec.startswith("utf-8") else _name(codec)
    guessed = encoding is None and codec in ("gb18030", "cp1252")
    return Decoded(text.replace("\ufeff", ""), encoding_name, guessed)  # marks also begin files put together


def _name(codec: str) -> str:
    return NAMES.get(codec, NAMES.get(codec[:6], codec))


def _content(file: Source) -> bytes:
    if isinstance(file, str | PathLike):
        path = Path(file)
        if not path.exists():
            raise FileNotFoundError(_("expected a file of scores, but there is no file {name}", name=path.name))
        if path.is_dir():
            raise IsADirectoryError(_("expected a file of scores, got the folder {name}", name=path.name))
        return path.read_bytes()
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file)
    if not hasattr(file, "read") or isinstance(file, TextIOBase):
        raise ValueError(f"file must be a path, an open binary file, or bytes, got {shown(file)}")
    return file.read()


def _codec(content: bytes) -> str:
    for mark, codec in MARKS:
        if content.startswith(mark):
            return codec
    start = content[:4000]
    if start.count(0) > len(start) / 4:  # Latin letters and digits in UTF-16: each second byte is 0
        return "utf-16-le" if start[1::2].count(0) > start[::2].count(0) else "utf-16-be"
    try:
        content.decode()
    except UnicodeDecodeError:
        return _codec_of_8_bits(content)
    return "utf-8"


def _codec_of_8_bits(content: bytes) -> str:
    """Return GB18030 if most bytes beyond ASCII are pairs of GB 2312, most of them common signs; else Windows-1252."""
    beyond = sum(byte > 0x7F for byte in content)
    pairs, common = (len(kind.findall(content)) for kind in (HAN, COMMON))
    if 2 * pairs >= 0.7 * beyond and common >= pairs / 2:
        try:
            content.decode("gb18030")
        except UnicodeDecodeError:
            return "cp1252"
        return "gb18030"
    return "cp1252"
