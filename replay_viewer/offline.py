"""One match as one file of HTML that needs no server and no network: the page, the log, and a book of every view."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib

import msgspec

from projections.book import book
from projections.history import History
from projections.matchfile import MatchFile, dumps
from replay_viewer.bundle import bundle
from replay_viewer.pages import STATIC_ROOT, match_shell

INSTEAD = {"fetching.js": "offline/fetching.js", "place.js": "offline/place.js"}
COMPRESSION_LEVEL = 9

_STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">')
_SCRIPT = re.compile(r'<script src="/static/([^"]+)"></script>')
_MODULE = re.compile(r'  <script type="module" src="/static/([^"]+)"></script>\n')
_PICTURE = re.compile(r'"/static/([^"]+\.svg)"')


def offline_page(file: MatchFile, history: History) -> str:
    """The page of a match file, with the eyes that the file has; `history` is its log, folded as the file holds it."""
    shell = match_shell()
    scripts: list[str] = []
    styles: list[str] = []

    def script(text: str) -> str:
        scripts.append(text)
        return text

    def style(found: re.Match[str]) -> str:
        text = _static(found[1])
        styles.append(text)
        return f"<style>{text}</style>"

    entry = _MODULE.search(shell)
    assert entry is not None, "the page of a match is a module"
    shell = _MODULE.sub("", shell)
    shell = _SCRIPT.sub(lambda found: f"<script>{script(_static(found[1]))}</script>", shell)
    shell = _STYLE.sub(style, shell)
    shell = _PICTURE.sub(lambda found: f'"{_data_url(found[1])}"', shell)
    shell = shell.replace('<a class="wordmark" href="/"', '<a class="wordmark" href="#table"')
    shell = shell.replace("<title>Matchfold</title>", f"<title>{html.escape(file.title or 'Matchfold')}</title>")
    about = json.dumps({"match": file.match_id, "viewer": file.viewer}).replace("<", "\\u003c")
    carried = "\n".join(
        (
            f'<script type="application/json" id="about">{about}</script>',
            f'<script type="text/plain" id="log">{_packed(dumps(file).encode())}</script>',
            f'<script type="text/plain" id="book">{_packed(msgspec.json.encode(book(history, file.viewer)))}</script>',
            f'<script type="module">{script(bundle(STATIC_ROOT, entry[1], INSTEAD))}</script>',
        )
    )
    shell = shell.replace("</body>", f"{carried}\n</body>")
    policy = (
        f"default-src 'none'; script-src {_hashes(scripts)}; style-src {_hashes(styles)}; img-src data:; "
        "form-action 'none'; base-uri 'none'"
    )
    charset = '<meta charset="utf-8">'
    return shell.replace(charset, f'{charset}\n  <meta http-equiv="Content-Security-Policy" content="{policy}">')


def _static(path: str) -> str:
    return (STATIC_ROOT / path).read_text(encoding="utf-8")


def _data_url(path: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode((STATIC_ROOT / path).read_bytes()).decode()}"


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, COMPRESSION_LEVEL)).decode()


def _hashes(texts: list[str]) -> str:
    """What a policy calls these inline texts, so that the browser runs them and no others."""
    digests = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)
