"""Reads and writes ISO 8583 messages with pyiso8583, a codec that was written apart from ours.

Standard input is JSON: {"specification": NAME, "messages": [{"wire": HEX, "type": "0100", "fields": {"2": HEX}}]}.
For each message a line says `ok`, or how the two codecs differ.
"""
import json
import pathlib
import sys

import iso8583

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Hosts"))
from iso8583_tables import BYTES, SPECIFICATIONS  # noqa: E402


def main():
    work = json.load(sys.stdin)
    name = work["specification"]
    table = SPECIFICATIONS[name]()
    for message in work["messages"]:
        document = {"t": message["type"]}
        for number, value in message["fields"].items():
            is_bytes = int(number) in BYTES[name]
            document[number] = value.upper() if is_bytes else bytes.fromhex(value).decode("ascii")
        wire = bytes.fromhex(message["wire"])
        try:
            written = bytes(iso8583.encode(dict(document, h=""), table)[0])
            read = iso8583.decode(wire, table)[0]
        except (iso8583.EncodeError, iso8583.DecodeError) as error:
            print(f"{type(error).__name__}: {error}"[:300])
            continue
        read = {key: value for key, value in read.items() if key not in ("h", "p", "1")}
        if written != wire:
            print(f"pyiso8583 writes {written.hex()} for {wire.hex()}"[:300])
        elif read != document:
            print(f"pyiso8583 reads {read}"[:300])
        else:
            print("ok")


main()
