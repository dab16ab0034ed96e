"""The house behind nginx and Caddy, as `deploy/` has them: addresses, https, streams, and a standby."""

import asyncio
import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.kit.server import free_port
from tests.kit.site import Site
from tests.kit.waiting import until

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "casino.example"


def certificate(folder: Path) -> None:
    """One that we sign ourselves."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    plain = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(plain)


def before(name: str, house: int) -> str:
    """A shipped site before a primary that is gone and a standby that has taken over."""
    site = (DEPLOY / name).read_text(encoding="utf-8")
    return site.replace("127.0.0.1:8021", f"127.0.0.1:{free_port()}").replace("127.0.0.1:8022", f"127.0.0.1:{house}")


@contextmanager
def caddy(folder: Path, house: int) -> Iterator[int]:
    """The shipped site at a free port, with a certificate of ours in place of one from outside."""
    program = shutil.which("caddy")
    assert program, "caddy is missing (Debian: apt-get install caddy)"
    certificate(folder)
    secure = free_port()
    own = f"https://{NAME}:{secure} {{\n\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/privkey.pem\n"
    site = before("Caddyfile", house).replace(f"{NAME} {{\n", own, 1)
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + site, encoding="utf-8")
    words = [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    homes = {name: str(folder / "caddy") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with (folder / "caddy.log").open("wb") as log, subprocess.Popen(words, stderr=log, env=homes) as server:
        try:
            until(lambda: answers(secure), 30, unless=lambda: said_at_its_end(server, folder / "caddy.log"))
            yield secure
        finally:
            server.terminate()


def said_at_its_end(server: subprocess.Popen[bytes], log: Path) -> str:
    """What a server wrote, where it has ended; nothing while it runs."""
    return "" if server.poll() is None else f"it ended: {log.read_text('utf-8')}"


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def nginx(folder: Path, house: int) -> Iterator[int]:
    """The shipped site at free ports of this machine, before a house and a standby that refuses connections."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    assert program, "nginx is missing (Debian: apt-get install nginx-light)"
    certificate(folder)
    plain, secure = free_port(), free_port()
    site = before("nginx.conf", house)
    site = re.sub(r"^\s*listen \[::\].*$", "", site, flags=re.MULTILINE)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace("listen 443", f"listen 127.0.0.1:{secure}")
    site = site.replace(f"/etc/letsencrypt/live/{NAME}", str(folder))
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi"))
    temporary += f"uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;"
    head = f"daemon off; pid {folder}/pid; error_log {folder}/error; events {{}} http {{ access_log off; {temporary}"
    (folder / "nginx.conf").write_text(f"{head}\n{site}\n}}\n", encoding="utf-8")
    user = ["-g", "user root;"] if folder.owner() == "root" else []
    with subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf"), *user]) as server:
        try:
            until((folder / "pid").exists, 20, unless=lambda: said_at_its_end(server, folder / "error"))
            yield secure
        finally:
            server.terminate()


@pytest.mark.torture  # wants nginx and Caddy, which the other tests do not
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_the_house_behind_a_proxy(proxy: Callable[[Path, int], AbstractContextManager[int]], tmp_path: Path) -> None:
    site = Site(tmp_path, names=frozenset({NAME})).start()
    trusting = ssl.create_default_context()
    try:
        with proxy(tmp_path, site.server.port) as port:
            trusting.load_verify_locations(tmp_path / "fullchain.pem")
            there, host = f"https://127.0.0.1:{port}", f"{NAME}:{port}"
            named: dict[str, Any] = {"extensions": {"sni_hostname": NAME}}
            with httpx.Client(verify=trusting, headers={"Host": host}) as http:
                page = http.get(f"{there}/", **named)
                assert page.status_code == 200
                assert page.headers["strict-transport-security"] == "max-age=31536000"
                assert "default-src 'self'" in page.headers["content-security-policy"]
                headers = {"X-Upcard-CSRF": "1", "Origin": f"https://{host}"}
                guest = http.post(f"{there}/api/v1/session", json={"name": "Anna"}, headers=headers, **named)
                assert guest.status_code == 201, guest.text
                assert "secure" in guest.headers["set-cookie"].lower()
                foreign = {**headers, "Origin": "https://elsewhere.example"}
                assert (
                    http.post(f"{there}/api/v1/session", json={"name": "B"}, headers=foreign, **named).status_code
                    == 403
                )
                assert http.get(f"{there}/metrics", **named).status_code == 404
                # Who asks is whoever nginx saw, not what a client says of itself.
                before = set(site.app.state.gate.requests._buckets)
                http.get(f"{there}/healthz", headers={"X-Forwarded-For": "203.0.113.7"}, **named)
                assert not {key for key in site.app.state.gate.requests._buckets if "203.0.113" in key} - before
                assert http.post(f"{there}/api/v1/settle", content=b"x" * 70_000, **named).status_code == 413

            async def stream() -> dict[str, object]:
                url = f"wss://{host}/api/v1/tables/blackjack/stream"
                secured: dict[str, Any] = {"host": "127.0.0.1", "port": port, "ssl": trusting, "server_hostname": NAME}
                async with connect(url, origin=Origin(f"https://{host}"), **secured) as socket:
                    found: dict[str, object] = json.loads(await asyncio.wait_for(socket.recv(), 20))
                    return found

            assert asyncio.run(stream())["type"] == "hello"
    finally:
        site.close()
