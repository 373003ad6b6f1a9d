"""Serve the site to this machine."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

HOST = "127.0.0.1"
_TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
}
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def server(files: Mapping[str, bytes], policy: str, port: int = 0) -> ThreadingHTTPServer:
    """A server of these files on 127.0.0.1, not yet running. Port 0 is any that is free.

    Raises :class:`OSError` if the port is taken.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(body=True)

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing of each request."""

        def _answer(self, *, body: bool) -> None:
            name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
            content = files.get(name)
            if content is None:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            suffix = f".{name.rpartition('.')[2]}"
            self.send_response(HTTPStatus.OK)
            kind = _TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Content-Security-Policy", f"{policy}; frame-ancestors 'none'")
            for header, value in _HEADERS.items():
                self.send_header(header, value)
            self.end_headers()
            if body:
                self.wfile.write(content)

    return ThreadingHTTPServer((HOST, port), Handler)
