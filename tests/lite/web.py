"""A web server for the built book, like one on the reader's network, which also serves the interpreter."""

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
PACKED = {".html", ".js", ".mjs", ".json", ".css", ".wasm", ".svg", ".ipynb"}  # types that web servers compress


@cache
def _packed(path):
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def serving(site: Path, interpreter: Path) -> Iterator[ThreadingHTTPServer]:
    """Start a server on a free port; ``sent`` counts the bytes sent, by address."""
    sent = {}

    class Shelf(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            address = unquote(urlsplit(self.path).path)
            within = address.removeprefix("/interpreter/")
            path = interpreter / within if within != address else site / address.strip("/")
            if not path.is_file():
                self.send_error(404)
                return
            body, changed = path.read_bytes(), address == "/run/jupyter-lite.json"
            if changed:
                settings = json.loads(body)
                settings["jupyter-config-data"]["litePluginSettings"][KERNEL]["pyodideUrl"] = self.here()
                body = json.dumps(settings).encode()
            packed = path.suffix in PACKED and not changed
            body = _packed(path) if packed else body
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path.name))
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "max-age=600")
            if packed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            self.wfile.write(body)
            sent[address] = sent.get(address, 0) + len(body)

        def here(self):
            return f"http://localhost:{server.server_port}/interpreter/pyodide.mjs"

        def log_message(self, *message):
            pass

    Shelf.extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".whl": "application/zip",
    }
    server = ThreadingHTTPServer(("localhost", 0), Shelf)
    server.daemon_threads, server.sent = True, sent
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
