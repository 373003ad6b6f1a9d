"""BLAKE2b without the rest of hashlib, which loads OpenSSL: a tenth of the memory that a verdict takes."""

from __future__ import annotations

try:
    # What hashlib takes it from in CPython.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
