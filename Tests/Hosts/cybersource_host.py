"""A host that speaks Cybersource's REST API, for tests: a ledger, and misbehaviours chosen by the amount.

It is written from Cybersource's public documents, apart from Coster, with nothing but Python's own library.

    cybersource_host.py [--certificate PEM --key PEM]

prints `cybersource host on PORT, control on PORT` when it is ready, and ends with the process that started it. The control port is plain HTTP on this machine:
GET /state is the ledger as JSON, POST /release lets late answers go. Every request must be signed with the key below. Amounts of payments, captures, refunds and credits, in
minor units:

    600CCC  refused for the reason with the number CCC: DECLINED from 200 on, below that INVALID_REQUEST
    710001  dropped before it is booked          710002  booked, and the connection dropped
    710003  booked, answered when released       710004  booked, closed in the middle of the reply
    710005  booked, answered with garbage        710006  booked, answered with half a document
    710007  booked, answered with 100,000 bytes  710008  booked, answered twice
    710009  booked, an amount above the request  710010  booked, another code
    710011  booked, answered byte for byte       710012  not booked, status 503
    710013  approved in half, if allowed         710014  booked, status 500
    710015  not booked, status 401               710016  booked, status 502, SERVER_ERROR
    710017  booked, another currency             710018  booked, no id
    710019  booked, for review by a person       710020  not booked, redirected
    710021  booked, answered compressed          710022  approved in half, if allowed, and the connection dropped
    710023  booked, then declined for its risk   710024  booked, a status that nobody knows
    720001  booked, no answer the first time     720002  lost the first time
    720003  booked, no answer the first time, and a search finds it from the third on
    720005  refused, INVALID_AMOUNT

A postal code 100NN has the NN-th AVS code of YXAZNURSGE, another one Y; a security code 90N has the N-th result of MNPSU, another one M.
"""

import base64
import gzip
import hashlib
import hmac
import json
import re
import threading
from decimal import Decimal

import hosting

MERCHANT = "flowers_shop"
KEY = "08c94330-f618-42a3-b09d-e1e43be5efda"
SECRET = base64.b64decode("Y3liZXJzb3VyY2Utc2hhcmVkLXNlY3JldC0wMTIzNDU=")
SIGNED = "host date request-target digest v-c-merchant-id"
REASONS = {
    "101": "MISSING_FIELD", "102": "INVALID_DATA", "104": "DUPLICATE_REQUEST", "202": "EXPIRED_CARD",
    "203": "PROCESSOR_DECLINED", "204": "INSUFFICIENT_FUND", "205": "STOLEN_LOST_CARD", "207": "ISSUER_UNAVAILABLE",
    "230": "CV_FAILED", "231": "INVALID_ACCOUNT", "234": "INVALID_MERCHANT_CONFIGURATION", "235": "EXCEEDS_AUTH_AMOUNT",
    "236": "PROCESSOR_UNAVAILABLE", "237": "AUTH_ALREADY_REVERSED", "239": "INVALID_AMOUNT", "242": "MISSING_AUTH",
    "246": "NOT_VOIDABLE", "247": "CAPTURE_ALREADY_VOIDED", "481": "DECISION_PROFILE_REJECT",
}
NUMBERS = {word: number for number, word in REASONS.items()}
# What proves a payment once, and so belongs into payments alone.
PROOFS = [b'"cryptogram"', b'"cavv"', b'"ucafAuthenticationData"']
CAPTURE, PAYMENT, REFUND, CREDIT = "captures", "payments", "refunds", "credits"


class Refused(Exception):
    """A request that the host doesn't take, with its reason."""

    def __init__(self, reason, status=400, more=None):
        super().__init__(reason)
        self.reason, self.status, self.more = reason, status, more or {}


class Ledger:
    """What was booked. Every method is called under its lock."""

    def __init__(self):
        self.lock = threading.Lock()
        self.late = threading.Event()
        self.requests = 0
        self.proofs_outside = 0
        self.last = 6750124114786780100000
        self.rows = {}
        self.by_transaction = {}
        self.by_code = {}
        self.seen = set()
        self.searches = {}

    def book(self, request, kind, row):
        """Books a transaction of any kind under a number of ours and a name of theirs."""
        self.last += 1
        row |= {"kind": kind, "id": request.code, "number": str(self.last), "void": False}
        self.rows[row["number"]] = row
        if request.transaction:
            self.by_transaction[request.transaction] = row
        self.note(request, row["number"], "100")
        return row

    def note(self, request, number, reason):
        self.by_code.setdefault(request.code, []).append({"number": number, "reason": reason})

    def refuse(self, request, reason):
        self.last += 1
        self.note(request, str(self.last), NUMBERS[reason])

    def state(self):
        holds = [row for row in self.rows.values() if row["kind"] == PAYMENT]
        refunds = [row for row in self.rows.values() if row["kind"] in (REFUND, CREDIT)]
        names = [hold["id"] for hold in holds if hold["approved"]]
        doubled = {name for name in names if names.count(name) > 1}
        doubled |= {hold["id"] for hold in holds if hold["captured"] + hold["released"] > hold["approved"]}
        later = [row["id"] for row in self.rows.values() if row["kind"] != PAYMENT]
        doubled |= {name for name in later if later.count(name) > 1}
        return {
            "requests": self.requests, "proofs_outside": self.proofs_outside,
            "authorized": sum(hold["approved"] - hold["released"] for hold in holds),
            "captured": sum(hold["captured"] for hold in holds),
            "refunded": sum(self.live(refund) for refund in refunds),
            "double_posted": sorted(doubled),
            "outstanding": sorted(hold["id"] for hold in holds if self.remaining(hold) > 0),
            "authorizations": {hold["id"]: hold for hold in holds},
            "credits": {row["id"]: self.live(row) for row in refunds if row["kind"] == CREDIT},
        }

    @staticmethod
    def live(row):
        return 0 if row["void"] else row["amount"]

    @staticmethod
    def remaining(hold):
        return hold["approved"] - hold["captured"] - hold["released"]

    def original(self, kind, number):
        row = self.rows.get(number)
        if row is None or row["kind"] != kind:
            raise Refused("INVALID_DATA")
        return row

    # Requests: each gives the reply's own members.

    def pay(self, request):
        approved, status = request.amount, "AUTHORIZED"
        if request.amount in (710013, 710022) and request.may_be_part:
            approved, status = request.amount // 2, "PARTIAL_AUTHORIZED"
        row = self.book(request, PAYMENT, {"approved": approved, "captured": 0, "refunded": 0, "released": 0})
        details = {"authorizedAmount": decimal(approved), "currency": request.currency}
        processor = {
            "approvalCode": row["number"][-6:], "networkTransactionId": "016153570198200",
            "responseCode": "00",
        }
        return row, status, {
            "orderInformation": {"amountDetails": details},
            "processorInformation": processor | request.checks(),
        }

    def credit(self, request):
        row = self.book(request, CREDIT, {"amount": request.amount})
        details = {"creditAmount": decimal(request.amount), "currency": request.currency}
        return row, "PENDING", {"creditAmountDetails": details}

    def capture(self, request, number):
        hold = self.original(PAYMENT, number)
        if request.amount > self.remaining(hold):
            raise Refused("EXCEEDS_AUTH_AMOUNT")
        hold["captured"] += request.amount
        row = self.book(request, CAPTURE, {"hold": hold["number"], "amount": request.amount, "back": 0})
        details = {"totalAmount": decimal(request.amount), "currency": request.currency}
        return row, "PENDING", {"orderInformation": {"amountDetails": details}}

    def refund(self, request, number):
        capture = self.original(CAPTURE, number)
        if capture["void"]:
            raise Refused("CAPTURE_ALREADY_VOIDED")
        if request.amount == 720005 or capture["back"] + request.amount > capture["amount"]:
            raise Refused("INVALID_AMOUNT")
        capture["back"] += request.amount
        self.rows[capture["hold"]]["refunded"] += request.amount
        row = self.book(request, REFUND, {"capture": number, "amount": request.amount})
        details = {"refundAmount": decimal(request.amount), "currency": request.currency}
        return row, "PENDING", {"refundAmountDetails": details}

    def void(self, request, kind, number):
        row = self.original(kind, number)
        if row["void"] or row.get("back"):
            raise Refused("NOT_VOIDABLE")
        row["void"] = True
        if kind == CAPTURE:
            self.rows[row["hold"]]["captured"] -= row["amount"]
        elif kind == REFUND:
            capture = self.rows[row["capture"]]
            capture["back"] -= row["amount"]
            self.rows[capture["hold"]]["refunded"] -= row["amount"]
        self.book(request, "voids", {})
        details = {"voidAmount": decimal(row["amount"]), "currency": "USD"}
        return {"number": str(self.last)}, "VOIDED", {"voidAmountDetails": details}

    def reverse(self, request, number):
        hold = self.original(PAYMENT, number)
        left = self.remaining(hold)
        if left == 0:
            raise Refused("AUTH_ALREADY_REVERSED")
        if request.amount > left:
            raise Refused("INVALID_AMOUNT")
        hold["released"] += request.amount
        row = self.book(request, "reversals", {})
        details = {"reversedAmount": decimal(request.amount), "currency": request.currency}
        return row, "REVERSED", {"reversalAmountDetails": details}

    # By the name of a request whose answer never came. What undoes it has no name of its own.

    def reverse_lost(self, request):
        row = self.by_transaction.get(request.transaction)
        request.transaction = None
        if row is None or row["kind"] != PAYMENT:
            raise Refused("INVALID_DATA")
        if row["approved"] and self.remaining(row) and request.amount != row["approved"]:
            raise Refused("INVALID_AMOUNT")
        return self.reverse(request, row["number"])

    def void_lost(self, request):
        row = self.by_transaction.get(request.transaction)
        request.transaction = None
        if row is None:
            raise Refused("INVALID_DATA")
        if row["kind"] != PAYMENT:
            return self.void(request, row["kind"], row["number"])
        request.amount = self.remaining(row)
        row, _, members = self.reverse(request, row["number"])
        return row, "VOIDED", {"voidAmountDetails": members["reversalAmountDetails"]}

    def search(self, query):
        code = query.removeprefix("clientReferenceInformation.code:")
        self.searches[code] = self.searches.get(code, 0) + 1
        found = self.by_code.get(code, [])
        rows = [self.rows.get(entry["number"]) for entry in found]
        if any(row and row.get("amount") == 720003 for row in rows) and self.searches[code] < 3:
            found = []
        summaries = [
            {
                "id": entry["number"], "submitTimeUtc": "2026-11-21T10:11:12Z", "merchantId": MERCHANT,
                "applicationInformation": {
                    "reasonCode": entry["reason"],
                    "applications": [{"name": "ics_bill", "reasonCode": entry["reason"], "rCode": "1"}],
                },
                "clientReferenceInformation": {"code": code},
            }
            for entry in found
        ]
        answer = {"searchId": "1", "save": False, "query": query, "count": len(found), "totalCount": len(found)}
        return answer | ({"_embedded": {"transactionSummaries": summaries}} if found else {})


class Request:
    """A document, read."""

    def __init__(self, body):
        self.root = json.loads(body)
        reference = self.root["clientReferenceInformation"]
        self.code, self.transaction = reference["code"], reference.get("transactionId")
        if len(self.code) > 50 or len(self.transaction or "") > 30:
            raise ValueError("length")
        part = self.root.get("orderInformation") or self.root.get("reversalInformation") or {}
        details = part.get("amountDetails", {})
        self.amount = int(Decimal(details["totalAmount"]) * 100) if "totalAmount" in details else None
        self.currency = details.get("currency", "USD")
        options = self.root.get("processingInformation", {}).get("authorizationOptions", {})
        self.may_be_part = options.get("partialAuthIndicator") is True

    def checks(self):
        """What the issuer says to the address and to the security code."""
        checks = {}
        postal_code = self.root["orderInformation"].get("billTo", {}).get("postalCode")
        payment = self.root["paymentInformation"]
        security_code = (payment.get("card") or payment["tokenizedCard"]).get("securityCode")
        if postal_code:
            match = re.fullmatch("100(0[0-9])", postal_code)
            checks["avs"] = {"code": "YXAZNURSGE"[int(match[1]) if match else 0]}
        if security_code:
            match = re.fullmatch("90([0-4])", security_code)
            checks["cardVerification"] = {"resultCode": "MNPSU"[int(match[1]) if match else 0]}
        return checks


def decimal(units):
    return f"{Decimal(units) / 100:.2f}"


def is_signed(headers, path, body):
    """Source: Cybersource, HTTP Signature Authentication."""
    match = re.fullmatch(
        'keyid="([^"]*)", algorithm="HmacSHA256", headers="([^"]*)", signature="([^"]*)"',
        headers.get("Signature", ""))
    digest = "SHA-256=" + base64.b64encode(hashlib.sha256(body).digest()).decode()
    if match is None or match[1] != KEY or match[2] != SIGNED or headers.get("Digest") != digest:
        return False
    if headers.get("v-c-merchant-id") != MERCHANT or "Date" not in headers:
        return False
    lines = [
        f"host: {headers['Host']}", f"date: {headers['Date']}", f"request-target: post {path}",
        f"digest: {digest}", f"v-c-merchant-id: {MERCHANT}",
    ]
    code = hmac.new(SECRET, "\n".join(lines).encode(), hashlib.sha256).digest()
    return hmac.compare_digest(base64.b64encode(code).decode(), match[3])


class Host(hosting.Handler):
    content_type = "application/hal+json"
    ROUTES = [
        ("/pts/v2/payments", lambda ledger, request: ledger.pay(request)),
        ("/pts/v2/credits", lambda ledger, request: ledger.credit(request)),
        (f"/pts/v2/{PAYMENT}/([0-9]+)/captures", lambda ledger, request, number: ledger.capture(request, number)),
        (f"/pts/v2/{CAPTURE}/([0-9]+)/refunds", lambda ledger, request, number: ledger.refund(request, number)),
        (f"/pts/v2/{PAYMENT}/([0-9]+)/reversals", lambda ledger, request, number: ledger.reverse(request, number)),
        (f"/pts/v2/({CAPTURE}|{REFUND}|{CREDIT})/([0-9]+)/voids",
         lambda ledger, request, kind, number: ledger.void(request, kind, number)),
        ("/pts/v2/reversals", lambda ledger, request: ledger.reverse_lost(request)),
        ("/pts/v2/voids", lambda ledger, request: ledger.void_lost(request)),
    ]

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.ledger.lock:
            self.ledger.requests += 1
            if self.path != "/pts/v2/payments" and any(proof in body for proof in PROOFS):
                self.ledger.proofs_outside += 1
        if "coster-line-call" in self.headers:
            return self.reply("", 404)
        if not is_signed(self.headers, self.path, body):
            return self.reply(json.dumps({"response": {"rmsg": "Authentication Failed"}}), 401)
        if self.path == "/tss/v2/searches":
            with self.ledger.lock:
                return self.reply(json.dumps(self.ledger.search(json.loads(body)["query"])), 201)
        for pattern, action in self.ROUTES:
            if match := re.fullmatch(pattern, self.path):
                try:
                    request = Request(body)
                except (ValueError, KeyError, TypeError):
                    return self.refuse(Refused("INVALID_DATA"))
                return self.answer(request, lambda: action(self.ledger, request, *match.groups()))
        self.reply("", 404)

    def answer(self, request, action):
        ledger, undoes = self.ledger, self.path.endswith(("reversals", "voids"))
        amount = None if undoes else request.amount
        before = {710001: self.drop, 710012: lambda: self.reply("", 503), 710020: self.redirect,
                  710015: lambda: self.reply(json.dumps({"response": {"rmsg": "Authentication Failed"}}), 401)}
        if amount in before:
            return before[amount]()
        with ledger.lock:
            is_first = (self.path, request.code) not in ledger.seen
            ledger.seen.add((self.path, request.code))
            if amount == 720002 and is_first:
                return self.drop()
            try:
                is_timeout = self.path in ("/pts/v2/reversals", "/pts/v2/voids")
                if not is_timeout and request.transaction in ledger.by_transaction:
                    raise Refused("DUPLICATE_REQUEST")
                if amount is not None and 600000 <= amount <= 600999:
                    number = str(amount - 600000)
                    raise Refused(REASONS[number], 400 if number < "200" else 201)
                row, status, members = action()
            except Refused as refusal:
                ledger.refuse(request, refusal.reason)
                return self.refuse(refusal, request)
        reply = {
            "_links": {"self": {"method": "GET", "href": f"{self.path}/{row['number']}"}},
            "clientReferenceInformation": {"code": request.code}, "id": row["number"], "status": status,
            "submitTimeUtc": "2026-11-21T10:11:12Z",
        } | members
        if amount in (720001, 720003) and is_first:
            return self.drop()
        self.misbehave(amount, reply)

    def refuse(self, refusal, request=None):
        document = {"submitTimeUtc": "2026-11-21T10:11:12Z"}
        message = f"Declined - {refusal.reason}"
        if refusal.status == 201:
            document |= {
                "id": str(self.ledger.last), "status": "DECLINED",
                "clientReferenceInformation": {"code": request.code},
                "errorInformation": {"reason": refusal.reason, "message": message},
            }
        else:
            document |= {"status": "INVALID_REQUEST", "reason": refusal.reason, "message": message}
        self.reply(json.dumps(document), refusal.status)

    def misbehave(self, amount, reply):
        details = reply.get("orderInformation", {}).get("amountDetails", {})
        if amount == 710009 and "authorizedAmount" in details:
            details["authorizedAmount"] = decimal(amount + 1)
        elif amount == 710010:
            reply["clientReferenceInformation"]["code"] = "another"
        elif amount == 710017:
            details["currency"] = "EUR"
        elif amount == 710018:
            del reply["id"]
        changes = {710019: "PENDING_REVIEW", 710023: "AUTHORIZED_RISK_DECLINED", 710024: "DONE"}
        reply["status"] = changes.get(amount, reply["status"])
        answer = json.dumps(reply)
        if amount in (710002, 710022):
            self.drop()
        elif amount == 710003:
            self.reply_late(answer, 201)
        elif amount == 710004:
            self.reply_half(answer, 201)
        elif amount == 710005:
            self.reply("\x00\x01not a document\xff", 201)
        elif amount == 710006:
            self.reply(answer[: len(answer) // 2], 201)
        elif amount == 710007:
            self.reply(answer + " " * 100_000, 201)
        elif amount == 710008:
            self.reply(answer, 201)
            self.reply(answer, 201)
        elif amount == 710011:
            self.reply_slowly(answer, 201)
        elif amount == 710014:
            self.reply(answer, 500)
        elif amount == 710016:
            error = {"status": "SERVER_ERROR", "reason": "SERVER_TIMEOUT", "message": "Error"}
            self.reply(json.dumps(error), 502)
        elif amount == 710021:
            self.reply(gzip.compress(answer.encode()), 201, {"Content-Encoding": "gzip"})
        else:
            self.reply(answer, 201)

    def redirect(self):
        self.reply("", 302, {"Location": "/pts/v2/elsewhere"})


if __name__ == "__main__":
    hosting.main("cybersource", Host, Ledger())
