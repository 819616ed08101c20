"""Finds the checkout of a client, and copies it with another URL and login."""
import re
import shutil


def checkout(folder, marker):
    """The checkout that has the file, if there is one."""
    return next((place for place in sorted(folder.iterdir()) if (place / marker).is_file()), None)


def copied(place, copy, suite, address):
    """Copies a checkout, and makes the suite's changes in it."""
    shutil.copytree(place, copy, ignore=shutil.ignore_patterns(".git"), symlinks=True)
    for path, text in suite.files.items():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_text(filled(text, address))
    for pattern, replacements in suite.changes.items():
        files = sorted(copy.glob(pattern))
        if not files:
            raise SystemExit(f"{suite.name}: the checkout has no {pattern}.")
        for file in files:
            text = file.read_text(encoding="latin-1")
            for before, after in replacements:
                text = re.sub(before, filled(after, address), text, flags=re.MULTILINE)
            file.write_text(text, encoding="latin-1")
    return copy


def filled(text, address):
    host, port = address.rsplit(":", 1)
    return text.replace("{address}", address).replace("{host}", host).replace("{port}", port)
