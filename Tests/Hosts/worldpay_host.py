"""A host that speaks Worldpay's cnpAPI, for tests: a ledger, and misbehaviours chosen by the amount.

It is written from Worldpay's public documents, apart from Coster, with nothing but Python's own library.

    worldpay_host.py [--certificate PEM --key PEM]

prints `worldpay host on PORT, control on PORT` when it is ready, and ends with the process that started it. The control port is plain HTTP on this machine:
GET /state is the ledger as JSON, POST /release lets late answers go. Every user has the password worldpay-secret. Amounts, in minor units:

    600CCC  answered with response code CCC
    710001  dropped before it is booked          710002  booked, and the connection dropped
    710003  booked, answered when released       710004  booked, closed in the middle of the reply
    710005  booked, answered with garbage        710006  booked, answered with half a document
    710007  booked, answered with 100,000 bytes  710008  booked, answered twice
    710009  booked, an amount above the request  710010  booked, another id
    710011  booked, answered byte for byte       710012  not booked, status 503
    710013  approved in half, if allowed         710014  booked, status 500
    710015  the document refused, result 1       710016  booked, result 5
    710017  booked, another orderId              710018  booked, another reportGroup
    710019  booked, another root                 710020  not booked, redirected
    710021  booked, answered compressed          710022  booked, a query of it finds it in progress once
    720001  booked, no answer the first time     720002  lost the first time
    720005  refused, response code 365

A postal code 100CC has the avsResult CC, another one 00; a security code 90N has the N-th cardValidationResult of MNPSU, another one M.
"""

import gzip
import re
import threading
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape, quoteattr

import hosting

NAMESPACE = "http://www.vantivcnp.com/schema"
MESSAGES = {
    "000": "Approved", "010": "Partially Approved", "150": "Original transaction found.",
    "151": "Original transaction not found.",
    "152": "Original transaction found, but response not yet available.",
}


class Ledger:
    """What was booked. Every method is called under its lock."""

    def __init__(self):
        self.lock = threading.Lock()
        self.late = threading.Event()
        self.requests = 0
        self.proofs_outside = 0
        self.last = 82827170811980000
        self.answers = {}
        self.seen = set()
        self.in_progress = set()
        self.authorizations = {}
        self.deposits = {}
        self.refunds = {}

    def number(self):
        self.last += 1
        return self.last

    def state(self):
        holds = self.authorizations.values()
        outstanding = [hold["id"] for hold in holds if self.remaining(hold) > 0]
        names = [hold["order"] for hold in holds if hold["approved"]]
        doubled = {name for name in names if names.count(name) > 1}
        doubled |= {
            hold["id"] for hold in holds
            if hold["captured"] + hold["released"] > hold["approved"]
        }
        return {
            "requests": self.requests, "proofs_outside": self.proofs_outside,
            "authorized": sum(hold["approved"] - hold["released"] for hold in holds),
            "captured": sum(hold["captured"] for hold in holds),
            "refunded": sum(self.live(refund) for refund in self.refunds.values()),
            "double_posted": sorted(doubled),
            "outstanding": sorted(outstanding),
            "authorizations": {hold["id"]: hold for hold in holds},
            "credits": {
                refund["id"]: self.live(refund)
                for refund in self.refunds.values() if refund["deposit"] is None
            },
        }

    @staticmethod
    def live(row):
        return 0 if row["void"] else row["amount"]

    @staticmethod
    def remaining(hold):
        return hold["approved"] - hold["captured"] - hold["released"]

    # Transactions: each gives (response code, further fields).

    def authorization(self, request):
        amount = request.amount
        code, approved = "000", amount
        if 600000 <= amount <= 600999:
            code, approved = str(amount - 600000).zfill(3), 0
        elif amount == 710013 and request.text("allowPartialAuth") == "true":
            code, approved = "010", amount // 2
        number = self.number()
        self.authorizations[number] = {
            "id": request.id, "order": request.text("orderId"), "approved": approved,
            "captured": 0, "refunded": 0, "released": 0,
            "network": request.text("card/type"),
            "has_cryptogram": request.text("cardholderAuthentication/authenticationValue") != "",
        }
        fields = [("orderId", request.text("orderId"))]
        if code in ("000", "010"):
            fields.append(("authCode", str(number)[-5:] + " "))
            fields.append(("networkTransactionId", "63225578415568556365452427825"))
        if code == "010":
            fields.append(("approvedAmount", str(approved)))
        return number, code, fields + self.checks(request)

    @staticmethod
    def checks(request):
        """What the issuer says to the address and to the security code."""
        postal_code, security_code = request.text("billToAddress/zip"), request.text("card/cardValidationNum")
        results = []
        if postal_code:
            match = re.fullmatch("100([0-9]{2})", postal_code)
            results.append(("avsResult", match[1] if match else "00"))
        if security_code:
            match = re.fullmatch("90([0-4])", security_code)
            results.append(("cardValidationResult", "MNPSU"[int(match[1]) if match else 0]))
        return [("fraudResult", results)] if results else []

    def capture(self, request):
        hold = self.authorizations.get(request.reference)
        number = self.number()
        if hold is None or not hold["approved"]:
            return number, "360", []
        if request.amount > self.remaining(hold):
            return number, "111", []
        hold["captured"] += request.amount
        self.deposits[number] = {"hold": hold, "amount": request.amount, "void": False, "back": 0}
        return number, "000", []

    def credit(self, request):
        number = self.number()
        if request.reference is None:
            self.refunds[number] = {
                "id": request.id, "deposit": None, "amount": request.amount, "void": False,
            }
            return number, "000", []
        deposit = self.deposits.get(request.reference)
        if deposit is None or deposit["void"]:
            return number, "360", []
        if request.amount == 720005 or deposit["back"] + request.amount > deposit["amount"]:
            return number, "365", []
        deposit["back"] += request.amount
        deposit["hold"]["refunded"] += request.amount
        self.refunds[number] = {
            "id": request.id, "deposit": deposit, "amount": request.amount, "void": False,
        }
        return number, "000", []

    def void(self, request):
        number = self.number()
        deposit = self.deposits.get(request.reference)
        refund = self.refunds.get(request.reference)
        if deposit is not None and not deposit["void"] and not deposit["back"]:
            deposit["void"] = True
            deposit["hold"]["captured"] -= deposit["amount"]
        elif refund is not None and not refund["void"]:
            refund["void"] = True
            if refund["deposit"] is not None:
                refund["deposit"]["back"] -= refund["amount"]
                refund["deposit"]["hold"]["refunded"] -= refund["amount"]
        else:
            return number, "360", []
        return number, "000", []

    def authReversal(self, request):
        number = self.number()
        hold = self.authorizations.get(request.reference)
        if hold is None or not hold["approved"]:
            return number, "360", []
        left = self.remaining(hold)
        amount = left if request.amount is None else request.amount
        if left == 0:
            return number, "111", []
        if amount > left or (hold["network"] == "AX" and amount < left):
            return number, "336", []
        hold["released"] += amount
        return number, "000", []


class Request:
    """A document, read."""

    def __init__(self, body):
        root = ElementTree.fromstring(body)
        if root.tag != f"{{{NAMESPACE}}}cnpOnlineRequest":
            raise ValueError("root")
        self.merchant = root.attrib["merchantId"]
        login, self.node = root
        self.user, self.password = login[0].text, login[1].text
        self.kind = self.node.tag.split("}")[1]
        self.id = self.node.attrib["id"]
        self.report_group = self.node.attrib["reportGroup"]
        amount, reference = self.text("amount"), self.text("cnpTxnId")
        self.amount = int(amount) if amount else None
        self.reference = int(reference) if reference else None

    def text(self, path):
        steps = "/".join(f"{{{NAMESPACE}}}{step}" for step in path.split("/"))
        return self.node.findtext(steps) or ""


def document(child, result="0", message="Valid Format", root="cnpOnlineResponse"):
    return (
        f"<{root} version='12.34' response='{result}' message='{message}' xmlns='{NAMESPACE}'>"
        f"{child}</{root}>"
    )


def transaction(request, number, code, fields):
    parts = [("cnpTxnId", str(number)), ("response", code)]
    parts += [("responseTime", "2026-11-21T10:11:12"), ("message", MESSAGES.get(code, "Declined"))]
    if request.kind == "void":
        parts.append(("postDate", "2026-11-21"))
    return element(request, request.kind + "Response", parts + fields)


def element(request, name, parts, extra=""):
    inside = elements(parts)
    names = f"id={quoteattr(request.id)} reportGroup={quoteattr(request.report_group)}"
    return f"<{name} {names}>{inside}{extra}</{name}>"


def elements(parts):
    return "".join(
        f"<{name}>{elements(inside) if isinstance(inside, list) else escape(inside)}</{name}>"
        for name, inside in parts
    )


class Host(hosting.Handler):
    content_type = "text/xml;charset=utf-8"
    password = "worldpay-secret"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        ledger = self.ledger
        with ledger.lock:
            ledger.requests += 1
        if self.path != "/vap/communicator/online" or "coster-line-call" in self.headers:
            return self.reply("", 404)
        try:
            request = Request(body)
        except (ElementTree.ParseError, ValueError, KeyError):
            return self.reply(document("", "2", "System Error - Call Vantiv"))
        if request.kind != "authorization" and b"<authenticationValue>" in body:
            ledger.proofs_outside += 1
        if request.password != self.password:
            return self.reply(document("", "1", "System Error - Call Vantiv"))
        if request.kind == "queryTransaction":
            return self.reply(self.query(request))
        before = {710001: self.drop, 710012: lambda: self.reply("", 503), 710020: self.redirect,
                  710015: lambda: self.reply(document("", "1", "Error validating xml data"))}
        if request.amount in before:
            return before[request.amount]()
        key = (request.kind, request.id)
        with ledger.lock:
            is_first = key not in ledger.seen
            ledger.seen.add(key)
            if request.amount == 720002 and is_first:
                return self.drop()
            if key not in ledger.answers:
                number, code, fields = getattr(ledger, request.kind)(request)
                ledger.answers[key] = transaction(request, number, code, fields)
                if request.amount == 710022:
                    ledger.in_progress.add(key)
            answer = document(ledger.answers[key])
        if request.amount == 720001 and is_first:
            return self.drop()
        self.misbehave(request, answer)

    def misbehave(self, request, answer):
        amount = request.amount
        damages = {
            710009: ("</orderId>", f"</orderId><approvedAmount>{amount}1</approvedAmount>"),
            710010: (f'id="{request.id}"', 'id="another"'),
            710017: (f"<orderId>{request.id}", "<orderId>another"),
            710018: (f'"{request.report_group}"', '"Another"'),
            710019: ("cnpOnlineResponse", "litleOnlineResponse"),
        }
        if amount in damages:
            return self.reply(answer.replace(*damages[amount]))
        if amount == 710002:
            self.drop()
        elif amount == 710003:
            self.reply_late(answer)
        elif amount == 710004:
            self.reply_half(answer)
        elif amount == 710005:
            self.reply("\x00\x01not a document\xff")
        elif amount == 710006:
            self.reply(answer[: len(answer) // 2])
        elif amount == 710007:
            self.reply(answer + " " * 100_000)
        elif amount == 710008:
            self.reply(answer)
            self.reply(answer)
        elif amount == 710011:
            self.reply_slowly(answer)
        elif amount == 710014:
            self.reply(answer, 500)
        elif amount == 710016:
            self.reply(document("", "5", "There is a problem with the system."))
        elif amount == 710021:
            self.reply(gzip.compress(answer.encode()), headers={"Content-Encoding": "gzip"})
        else:
            self.reply(answer)

    def query(self, request):
        kinds = {"A": "authorization", "D": "capture", "R": "credit"}
        key = (kinds[request.text("origActionType")], request.text("origId"))
        with self.ledger.lock:
            found = self.ledger.answers.get(key)
            if key in self.ledger.in_progress:
                self.ledger.in_progress.remove(key)
                parts = [("cnpTxnId", str(self.ledger.number())), ("response", "152"),
                         ("message", MESSAGES["152"])]
                return document(element(request, "queryTransactionUnavailableResponse", parts))
        code = "150" if found else "151"
        parts = [("response", code), ("responseTime", "2026-11-21T10:11:12"),
                 ("message", MESSAGES[code]), ("matchCount", "1" if found else "0")]
        extra = f"<results_max10>{found or ''}</results_max10>"
        return document(element(request, "queryTransactionResponse", parts, extra))

    def redirect(self):
        self.reply("", 302, {"Location": "/vap/communicator/elsewhere"})


if __name__ == "__main__":
    hosting.main("worldpay", Host, Ledger())
