"""A host that speaks ISO 8583, for tests: a ledger, and misbehaviours chosen by the amount.

It is written apart from Coster, on pyiso8583 (PyPI).

    iso8583_host.py [--specification NAME] [--framing NAME] [--require-sign-on] [--certificate PEM --key PEM [--client-roots PEM]]

prints `iso8583 host on PORT, control on PORT` when it is ready, and ends with the process that started it. The control port is plain HTTP on this machine:
GET /state is the ledger as JSON, POST /release lets late answers go, POST /push sends an echo on each link. Field 123 names an authorization. Amounts, in
minor units:

    7000CC  answered with code CCC
    710001  booked, not answered                 710002  not booked, not answered
    710003  booked, answered when released       710004  booked, closed
    710005  booked, closed in the middle of the answer
    710006  booked, answered with garbage        710007  booked, answered twice
    710008  booked, another trace number         710009  booked, answered byte for byte
    710010  approved in half                     710011  approved without an approval code
    710012  booked, an amount above the request  710013  answered after the next request
    710014  booked, another message type         710015  booked, reset
    710016  booked, answered with a length that no frame has
    720001  booked, not answered                 720002  neither booked nor answered the first time
    720005  a refund of it is refused

A message that comes again after it was booked has the answer of the first, as it should.
"""

import argparse
import asyncio
import json
import os
import socket
import ssl
import struct
import threading

import iso8583
from iso8583_tables import SPECIFICATIONS

REPEATED = ["2", "3", "4", "7", "11", "12", "13", "24", "32", "37", "41", "42", "49", "56", "70", "90"]
MISBEHAVIOURS = {
    710001: "drop", 710002: "lose", 710003: "late", 710004: "close", 710005: "half", 710006: "garbage", 710007: "twice",
    710008: "other-stan", 710009: "slow", 710010: "partial", 710011: "no-code", 710012: "more", 710013: "swap",
    710014: "other-type", 710015: "reset", 710016: "no-frame", 720001: "drop", 720002: "lose-first",
}
# What proves a payment once, and so belongs into authorizations alone.
PROOFS = ["34", "48", "52", "55", "126"]


def wrap(framing, body):
    count = len(body)
    return {
        "two-bytes": lambda: struct.pack(">H", count), "two-bytes-inclusive": lambda: struct.pack(">H", count + 2),
        "four-digits": lambda: b"%04d" % count, "two-bytes-bcd": lambda: bytes.fromhex("%04d" % count),
        "vmlh": lambda: struct.pack(">HH", count, 0),
    }[framing]() + body


async def read_frame(framing, reader):
    head = await reader.readexactly(4 if framing in ("four-digits", "vmlh") else 2)
    if framing == "four-digits":
        count = int(head)
    elif framing == "two-bytes-bcd":
        count = int(head.hex())
    else:
        count = struct.unpack(">H", head[:2])[0] - (2 if framing == "two-bytes-inclusive" else 0)
    return await reader.readexactly(count)


class Ledger:
    """What was booked, by (class, trace number, time, terminal) of its message."""

    def __init__(self, is_2003):
        self.is_2003 = is_2003
        self.messages = {}
        self.answers = {}
        self.seen = set()
        self.reversed_early = set()
        self.counters = {}
        self.proofs_outside = 0
        self.requests = 0
        self.codes = {"ok": "0000", "partial": "0002", "unknown": "1816", "done": "4000", "duplicate": "9094", "signon": "9107"} if is_2003 else {
            "ok": "00", "partial": "10", "unknown": "25", "done": "21", "duplicate": "94", "signon": "91"}

    def key(self, message):
        return message["t"][1], message["11"], message["7"], message.get("41", "")

    def original(self, message):
        """The key that field 90, or 56, names; the time of 56 is local, and here that of field 12."""
        if self.is_2003:
            named = message["56"]
            found = [key for key, row in self.messages.items() if key[0] == named[1] and key[1] == named[4:16] and row["moment"] == named[16:30]]
            return found[0] if found else (named[1], named[4:16], named[16:30], message.get("41", ""))
        named = message["90"]
        return named[1], named[4:10], named[10:20], message.get("41", "")

    def amount(self, message):
        return int(message["4"][-12:])

    def book(self, message):
        """Books a message; gives the code and further fields."""
        kind, function = message["t"][1], message["t"][2]
        amount = self.amount(message)
        if kind == "1":
            return self.authorize(message, amount)
        if kind == "2" and function == "0" and "90" not in message:
            return self.sell(message, amount)
        original = self.messages.get(self.original(message))
        if kind == "2":
            return self.refund(message, original, amount) if message["3"].startswith("20") else self.capture(message, original, amount)
        if original is None:
            self.reversed_early.add(self.original(message))
            return self.codes["unknown"], {}
        return self.undo(original, amount, is_whole=function == "0" or message.get("24") == "400")

    def authorize(self, message, amount):
        if self.key(message) in self.reversed_early:
            return "12" if not self.is_2003 else "9102", {}
        if 700000 <= amount <= 700099 and amount != 700000:
            code = "%02d" % (amount - 700000)
            return ("10" + code if self.is_2003 else code), {}
        approved = amount // 2 if amount == 710010 else amount
        code = "%06d" % (len(self.messages) + 1)
        self.messages[self.key(message)] = {
            "kind": "authorization", "id": message.get("123", ""), "approved": approved, "captured": 0, "refunded": 0, "released": 0,
            "moment": message["12"],
        }
        fields = {} if amount == 710011 else {"38": code}
        fields.update(self.checks(message))
        if amount == 710010:
            fields["4"] = message["4"][:-12] + "%012d" % approved
            return self.codes["partial"], fields
        return self.codes["ok"], fields

    def sell(self, message, amount):
        """A sale of single-message hosts: the money moves at once."""
        code, fields = self.authorize(message, amount)
        hold = self.messages.get(self.key(message))
        if hold is not None:
            hold.update(captured=hold["approved"], is_sale=True)
        return code, fields

    @staticmethod
    def checks(message):
        """Field 44: the letters of the address and of the security code, which field 48 has in tags 93 and 92."""
        tags, private = {}, message.get("48", "")
        while private:
            count = int(private[2:4])
            tags[private[:2]], private = private[4:4 + count], private[4 + count:]
        if not tags:
            return {}
        address = {"10000": "Y", "10010": "Z", "10012": "A"}.get(tags.get("93"), " ")
        return {"44": address + {"900": "M", "901": "N", "902": "P"}.get(tags.get("92"), " ")}

    @staticmethod
    def remaining(hold):
        return hold["approved"] - hold["captured"] - hold["released"]

    def capture(self, message, hold, amount):
        if hold is None or hold["kind"] != "authorization":
            return self.codes["unknown"], {}
        if amount > self.remaining(hold):
            return "61" if not self.is_2003 else "1021", {}
        hold["captured"] += amount
        self.messages[self.key(message)] = {"kind": "capture", "hold": hold, "amount": amount, "back": 0, "void": False, "moment": message["12"]}
        return self.codes["ok"], {}

    def refund(self, message, capture, amount):
        if capture is not None and capture.get("is_sale"):
            capture = {"kind": "capture", "hold": capture, "amount": capture["captured"], "back": capture["refunded"], "void": False}
        if capture is None or capture["kind"] != "capture":
            return self.codes["unknown"], {}
        if amount == 720005:
            return "13" if not self.is_2003 else "1010", {}
        if capture["void"] or amount > capture["amount"] - capture["back"]:
            return "61" if not self.is_2003 else "1021", {}
        capture["back"] += amount
        capture["hold"]["refunded"] += amount
        self.messages[self.key(message)] = {"kind": "refund", "capture": capture, "amount": amount, "void": False, "moment": message["12"]}
        return self.codes["ok"], {}

    def undo(self, row, amount, is_whole):
        if row.get("is_sale"):
            row.update(captured=0, released=row["approved"])
        elif row["kind"] == "authorization":
            if is_whole and row["captured"]:
                return self.codes["done"], {}
            row["released"] += self.remaining(row) if is_whole else min(amount, self.remaining(row))
        elif not row["void"]:
            row["void"] = True
            if row["kind"] == "capture":
                row["hold"]["captured"] -= row["amount"]
            else:
                row["capture"]["back"] -= row["amount"]
                row["capture"]["hold"]["refunded"] -= row["amount"]
        return self.codes["ok"], {}

    def state(self):
        holds = [row for row in self.messages.values() if row["kind"] == "authorization"]
        names = [hold["id"] for hold in holds if hold["id"] and self.remaining(hold) + hold["captured"] > 0]
        doubled = {name for name in names if names.count(name) > 1}
        doubled |= {hold["id"] for hold in holds if hold["captured"] + hold["released"] > hold["approved"]}
        return {
            "authorized": sum(hold["approved"] - hold["released"] for hold in holds), "credits": {},
            **{name: sum(hold[name] for hold in holds) for name in ("captured", "refunded")},
            "requests": self.requests, "counters": self.counters, "proofs_outside": self.proofs_outside,
            "authorizations": {hold["id"]: {key: hold[key] for key in ("approved", "captured", "refunded", "released")} for hold in holds},
            "double_posted": sorted(doubled), "outstanding": sorted(hold["id"] for hold in holds if self.remaining(hold) > 0),
        }


class Host:
    def __init__(self, options):
        self.options = options
        self.table = SPECIFICATIONS[options.specification]()
        self.ledger = Ledger(options.specification == "cmf")
        self.late = asyncio.Event()
        self.held = None
        self.is_signed_on = False
        self.links = set()

    def answer(self, message, code, **fields):
        kind = message["t"]
        answer = {"h": "", "t": kind[:2] + str(int(kind[2]) + 1) + str(int(kind[3]) // 2 * 2), "39": code}
        answer.update({number: message[number] for number in REPEATED if number in message})
        answer.update(fields)
        return answer

    def decide(self, message):
        """The answer, and how it is given."""
        ledger = self.ledger
        kind = message["t"]
        ledger.counters[kind] = ledger.counters.get(kind, 0) + 1
        if kind[1] == "8":
            named = message.get("70") or message.get("24")
            self.is_signed_on = {"001": True, "801": True, "002": False, "802": False}.get(named, self.is_signed_on)
            return self.answer(message, ledger.codes["ok"]), None
        ledger.requests += 1
        is_sale = kind[1:3] == "20" and "90" not in message
        if kind[1] != "1" and not is_sale and any(number in message for number in PROOFS):
            ledger.proofs_outside += 1
        if self.options.require_sign_on and not self.is_signed_on:
            return self.answer(message, ledger.codes["signon"]), None
        key = ledger.key(message)
        amount = ledger.amount(message)
        how = MISBEHAVIOURS.get(amount) if kind[1] in "12" else None
        is_first = key not in ledger.seen
        ledger.seen.add(key)
        if how == "lose" or how == "lose-first" and is_first:
            return None, "drop"
        if key in ledger.answers:
            first, booked = ledger.answers[key]
            if booked != amount:
                return self.answer(message, ledger.codes["duplicate"]), None
            return first, None
        code, fields = ledger.book(message)
        answer = self.answer(message, code, **fields)
        ledger.answers[key] = (answer, amount)
        return answer, how

    async def link(self, reader, writer):
        self.links.add(writer)
        try:
            while True:
                body = await read_frame(self.options.framing, reader)
                if body:
                    asyncio.create_task(self.serve(body, writer))
        except (asyncio.IncompleteReadError, ConnectionError, ValueError, ssl.SSLError):
            pass
        finally:
            self.links.discard(writer)
            writer.close()

    async def serve(self, body, writer):
        message, _ = iso8583.decode(body, self.table)
        if message["t"][2] in "13":
            self.ledger.counters[message["t"]] = self.ledger.counters.get(message["t"], 0) + 1
            return
        answer, how = self.decide(message)
        held, self.held = self.held, None
        try:
            if how == "swap" and held is None:
                self.held = (answer, writer)
                return
            if answer is not None:
                await self.give(answer, how, writer)
            if held is not None:
                self.send(held[0], held[1])
        except ConnectionError:
            pass

    def frame(self, message):
        return wrap(self.options.framing, bytes(iso8583.encode(dict(message), self.table)[0]))

    def send(self, message, writer):
        writer.write(self.frame(message))

    async def give(self, answer, how, writer):
        if how == "drop":
            return
        if how == "late":
            await asyncio.wait_for(self.late.wait(), 60)
        if how in ("close", "reset"):
            if how == "reset":
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
            return
        answer = dict(answer)
        if how == "other-stan":
            answer["11"] = str((int(answer["11"]) + 1) % 10 ** len(answer["11"])).zfill(len(answer["11"]))
        if how == "other-type":
            answer["t"] = answer["t"][:2] + "30"
        if how == "more":
            answer["4"] = answer["4"][:-12] + "%012d" % (int(answer["4"][-12:]) + 1)
        frame = self.frame(answer)
        if how == "garbage":
            frame = wrap(self.options.framing, b"0110" + b"Z" * 40)
        if how == "no-frame":
            frame = b"\xff\xff\xff\xff" + frame
        if how == "half":
            writer.write(frame[: len(frame) // 2])
            await writer.drain()
            writer.close()
            return
        if how == "slow":
            for place in range(len(frame)):
                writer.write(frame[place:place + 1])
                await writer.drain()
                await asyncio.sleep(0.001)
            return
        writer.write(frame * (2 if how == "twice" else 1))
        await writer.drain()

    def push(self):
        numbers = {"7": "0101000000", "11": "1" * len_of(self.table, "11"), "70": "301"}
        if self.options.specification == "cmf":
            numbers = {"7": "0101000000", "11": "0" * 11 + "1", "12": "20260101000000", "24": "831"}
        for writer in list(self.links):
            self.send({"h": "", "t": ("2" if self.ledger.is_2003 else "0") + "800", **numbers}, writer)

    async def control(self, reader, writer):
        line = (await reader.readline()).decode()
        while (await reader.readline()).strip():
            pass
        if "/release" in line:
            self.late.set()
        if "/push" in line:
            self.push()
        body = json.dumps(self.ledger.state()).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()


def len_of(table, number):
    return table[number]["max_len"]


def end_with(parent):
    """Ends this process when the one that started it is gone."""
    while os.getppid() == parent:
        threading.Event().wait(0.2)
    os._exit(0)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--specification", default="spec87-ascii")
    parser.add_argument("--framing", default="two-bytes")
    parser.add_argument("--require-sign-on", action="store_true")
    for name in ("certificate", "key", "client-roots"):
        parser.add_argument("--" + name)
    options = parser.parse_args()
    tls = None
    if options.certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(options.certificate, options.key)
        if options.client_roots:
            tls.verify_mode = ssl.CERT_REQUIRED
            tls.load_verify_locations(options.client_roots)
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    host = Host(options)
    server = await asyncio.start_server(host.link, "127.0.0.1", 0, ssl=tls)
    control = await asyncio.start_server(host.control, "127.0.0.1", 0)
    ports = [each.sockets[0].getsockname()[1] for each in (server, control)]
    print("iso8583 host on %d, control on %d" % tuple(ports), flush=True)
    await asyncio.gather(server.serve_forever(), control.serve_forever())


if __name__ == "__main__":
    asyncio.run(main())
