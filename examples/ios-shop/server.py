#!/usr/bin/env python3
"""The example shop's server: it knows the price and holds the processor's passwords. The app has neither.

    python3 server.py [PORT] [URL-OF-COSTER]

POST /apple-pay takes what CosterKit's MerchantServer sends, and pays an order once.
POST /order says what became of an order, and closes one that isn't paid. Orders are kept in memory: a real shop has a database.
"""
import base64
import json
import re
import sys
import threading
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from xml.sax.saxutils import escape

PORT = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
COSTER = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8080"
TOTAL = "24.49"
# Shorter than the app's 25 seconds, so that the app hears of an outcome that is unknown.
SECONDS = 15

# Vantiv's answers that are no declines: a part is held, the order was paid before, the outcome isn't known.
OPEN = {"010", "251", "370"}

orders = {}
lock = threading.Lock()


class Refused(Exception):
    """The request wasn't carried out. No money moved."""


def send(path, body, headers, method="POST"):
    request = urllib.request.Request(COSTER + path, body.encode(), headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as reply:
            return reply.read()
    except urllib.error.URLError as error:
        if isinstance(error.reason, ConnectionRefusedError):
            raise Refused("no processor at " + COSTER) from error
        raise


def authorize_at_vantiv(order, registration):
    """cnpAPI: an authorization with eProtect's registration ID, order source applepay."""
    reply = ElementTree.fromstring(send("/vap/communicator/online", f"""\
<cnpOnlineRequest version="12.34" merchantId="0180" xmlns="http://www.vantivcnp.com/schema">\
<authentication><user>sandbox</user><password>sandbox-vantiv</password></authentication>\
<authorization id="{order}" reportGroup="Shop"><orderId>{order}</orderId>\
<amount>{TOTAL.replace(".", "")}</amount><orderSource>applepay</orderSource>\
<paypage><paypageRegistrationId>{escape(registration)}</paypageRegistrationId></paypage>\
</authorization></cnpOnlineRequest>""", {"Content-Type": "text/xml"}))
    if reply.get("response") != "0":
        raise Refused(reply.get("message"))
    code = reply.findtext(".//{*}authorizationResponse/{*}response")
    if code == "000":
        return {"result": "paid", "reference": reply.findtext(".//{*}cnpTxnId")}
    if code is None or code in OPEN:
        return {"result": "unknown"}
    return {"result": "declined", "code": code}


def authorize_at_cardpointe(order, token):
    """CardPointe Gateway: an authorization with CardSecure's token as the account."""
    password = base64.b64encode(b"testing:testing123").decode()
    body = {"merchid": "496160873888", "account": token, "amount": TOTAL, "orderid": order}
    reply = json.loads(send(
        "/cardconnect/rest/auth", json.dumps(body),
        {"Content-Type": "application/json", "Authorization": "Basic " + password}, "PUT"))
    if reply["respstat"] == "A":
        return {"result": "paid", "reference": reply["retref"]}
    if reply["respstat"] == "C":
        return {"result": "declined", "code": reply["respcode"]}
    return {"result": "unknown"}


PROCESSORS = {"paypageRegistrationId": authorize_at_vantiv, "token": authorize_at_cardpointe}


def pay(payment):
    order, token = payment["orderId"], payment["token"]
    if (payment["amount"], payment["currency"]) != (TOTAL, "USD"):
        raise Refused("the price is another")
    # 19 is the shortest limit of the processors.
    if not re.fullmatch("[A-Za-z0-9-]{1,19}", order) or token["type"] not in PROCESSORS:
        raise Refused("unknown order or token")
    with lock:
        known = orders.get(order, {"result": "none"})
        if known["result"] in ("paid", "unknown"):
            return known
        if known["result"] == "closed":
            raise Refused("the order is closed")
        # Silence is never a decline: unknown until the processor has answered.
        orders[order] = {"result": "unknown"}
    try:
        result = PROCESSORS[token["type"]](order, token["value"])
    except Refused:
        result = {"result": "none"}
        raise
    except (OSError, ValueError, KeyError, ElementTree.ParseError):
        # A real server asks the processor for the order until it knows.
        result = {"result": "unknown"}
    finally:
        with lock:
            orders[order] = result
    return result


def look_up(order):
    """An order that isn't paid is closed: the app says so to the customer, and its request may still be on its way."""
    with lock:
        known = orders.get(order, {"result": "none"})
        if known["result"] in ("none", "declined"):
            known = orders[order] = {"result": "closed"}
        return known


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        status, reply = 200, None
        try:
            length = min(int(self.headers.get("Content-Length", 0)), 65536)
            question = json.loads(self.rfile.read(length))
            if self.path == "/apple-pay":
                reply = pay(question)
            elif self.path == "/order":
                reply = look_up(question["orderId"])
            else:
                status, reply = 404, {"error": "no such path"}
        except Refused as refusal:
            status, reply = 422, {"error": str(refusal)}
        except (ValueError, KeyError, TypeError):
            status, reply = 400, {"error": "not the request of MerchantServer"}
        body = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
    print(f"shop: ready on http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
