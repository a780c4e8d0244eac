"""The server's own secret, ids, codes, hashes of passwords and access codes.

The secret is made on first start, in the data folder, readable by its owner only. It is never logged.
"""

import asyncio
import hashlib
import os
import secrets
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tablee.server.settings import SettingsError

SECRET_FILE: Final = "secret.key"  # noqa: S105 - a file name
_SECRET_BYTES: Final = 32
_ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_ID_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""argon2id with the parameters that OWASP gives as a minimum; 64 hashes at once would need over a gigabyte, so:"""
_hashing_at_once = asyncio.Semaphore(max(1, min(4, (os.cpu_count() or 1) // 2)))
"""Hashing leaves half of the processor to those who play, however many sign in."""


def load_secret(given: str, data: Path) -> bytes:
    """The secret that was given, or the data folder's own, which is made if there is none."""
    if given:
        return hashlib.sha256(given.encode()).digest()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data / SECRET_FILE
    if not path.exists():
        _make_secret(path)
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError:
        secret = b""
    if len(secret) < _SECRET_BYTES:
        raise SettingsError(f"{path} holds no secret. Remove it, and a new one is made; everyone is then a new guest.")
    return secret


def _make_secret(path: Path) -> None:
    """Write a new secret, whole or not at all, unless another process is quicker."""
    made = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(_SECRET_BYTES) + "\n")
            file.flush()
            os.fsync(descriptor)
        try:
            path.hardlink_to(made)
        except FileExistsError:
            pass
        except OSError:  # A file system without links.
            made.replace(path)
    finally:
        made.unlink(missing_ok=True)


def new_id() -> str:
    """An id that nobody can guess."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(20))


def new_code() -> str:
    """A room's code: six characters that can't be mistaken for one another."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(6))


def new_seat_secret() -> str:
    return secrets.token_urlsafe(24)


def hash_of_secret(secret: str) -> str:
    """The hash of a seat's secret. It is long and random, so a fast hash is safe."""
    return hashlib.sha256(secret.encode()).hexdigest()


async def hash_password(password: str) -> str:
    """The slow, salted hash of a password or an access code."""
    async with _hashing_at_once:
        return await asyncio.to_thread(_hasher.hash, password)


async def is_password(hashed: str, password: str) -> bool:
    async with _hashing_at_once:
        return await asyncio.to_thread(_verify, hashed, password)


def _verify(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
