"""How the shop's server pays: Vantiv, the CardPointe Gateway, or an order at Coster. The credentials are a sandbox's."""
import base64
import json
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape

# Shorter than the 30 seconds that Apple's sheet waits.
SECONDS = 15
# Vantiv's answers that are no declines: a part is held, the order was paid before, the outcome isn't known.
OPEN = {"010", "251", "370"}
ORDER_OUTCOMES = {"paid": "paid", "declined": "declined", "open": "open", "expired": "declined"}


class Refused(Exception):
    """The request wasn't carried out. No money moved."""


def send(url, body, headers, method="POST"):
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as reply:
            return reply.read()
    except urllib.error.HTTPError as error:
        if 400 <= error.code < 500:
            raise Refused(f"{url} answers {error.code}") from error
        raise
    except urllib.error.URLError as error:
        if isinstance(error.reason, ConnectionRefusedError):
            raise Refused("no processor at " + url) from error
        raise


NO_ANSWER = (OSError, ValueError, KeyError, ElementTree.ParseError)


def pay_at_vantiv(coster, order, amount, registration):
    """cnpAPI: a sale with eProtect's registration ID, order source applepay."""
    reply = ElementTree.fromstring(send(coster + "/vap/communicator/online", f"""\
<cnpOnlineRequest version="12.34" merchantId="0180" xmlns="http://www.vantivcnp.com/schema">\
<authentication><user>sandbox</user><password>sandbox-vantiv</password></authentication>\
<sale id="{order}" reportGroup="Shop"><orderId>{order}</orderId>\
<amount>{amount.replace(".", "")}</amount><orderSource>applepay</orderSource>\
<paypage><paypageRegistrationId>{escape(registration)}</paypageRegistrationId></paypage>\
</sale></cnpOnlineRequest>""".encode(), {"Content-Type": "text/xml"}))
    if reply.get("response") != "0":
        raise Refused(reply.get("message"))
    code = reply.findtext(".//{*}saleResponse/{*}response")
    if code == "000":
        return "paid"
    return "unknown" if code is None or code in OPEN else "declined"


def pay_at_cardpointe(coster, order, amount, token):
    """CardPointe Gateway: a captured authorization with CardSecure's token as the account."""
    password = base64.b64encode(b"testing:testing123").decode()
    body = {"merchid": "496160873888", "account": token, "amount": amount, "orderid": order, "capture": "Y"}
    reply = json.loads(send(
        coster + "/cardconnect/rest/auth", json.dumps(body).encode(),
        {"Content-Type": "application/json", "Authorization": "Basic " + password}, "PUT"))
    return {"A": "paid", "C": "declined"}.get(reply["respstat"], "unknown")


WAYS = {"eprotect": pay_at_vantiv, "cardsecure": pay_at_cardpointe}


def create_order(coster, reference, amount):
    """An order at Coster, which the page pays with its client secret."""
    body = {"amount": amount, "currency": "USD", "reference": reference}
    return json.loads(send(
        coster + "/orders", json.dumps(body).encode(),
        {"Content-Type": "application/json", "Authorization": "Bearer csk_sandbox", "Idempotency-Key": reference}))


def order_outcome(coster, order):
    """What became of an order, from Coster alone: a page could say anything."""
    try:
        reply = json.loads(send(coster + "/orders/" + order, None, {"Authorization": "Bearer csk_sandbox"}, "GET"))
    except (Refused, *NO_ANSWER):
        return "unknown"
    return ORDER_OUTCOMES.get(reply["state"], "unknown")
