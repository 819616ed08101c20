#!/usr/bin/env python3
"""A small web shop that takes Apple Pay: it knows the prices and holds the passwords. Its pages have neither.

    python3 shop.py [PORT] [URL-OF-COSTER] [PRICE]

POST /cart    a new cart
GET /cart     what became of one, for a page that was loaded again
POST /quote   what a cart costs with a way of shipping and a coupon
POST /order   an order at Coster for that amount
POST /pay     pays a cart once, whatever the page sends again

Carts are kept in memory: a real shop has a database.
"""
import json
import pathlib
import secrets
import sys
import threading
import urllib.parse
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import processors
from processors import Refused

PORT = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
COSTER = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8080"
PRICE = Decimal(sys.argv[3]) if len(sys.argv) > 3 else Decimal("12.00")
# Its own public key, which says whose page it is. It isn't a secret.
KEY = "cpk_sandbox"

SHIPPING = {"post": ("Post", Decimal("2.99")), "courier": ("Courier", Decimal("9.99")), "pickup": ("Pick up", Decimal("0.00"))}
COUPONS = {"": Decimal("0.00"), "TEN": Decimal("0.10")}

FOLDER = pathlib.Path(__file__).parent
FILES = {"/": ("index.html", "text/html; charset=utf-8"), "/shop.js": ("shop.js", "text/javascript; charset=utf-8"),
         "/shop.css": ("shop.css", "text/css; charset=utf-8")}
# Scripts and calls: this shop's and Coster's. A page that takes money runs nobody else's.
POLICY = (f"default-src 'none'; script-src 'self' {COSTER}; connect-src 'self' {COSTER}; style-src 'self'; img-src data:; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'")

carts = {}
lock = threading.Lock()


def quote(choice):
    """The price by the customer's choices. Nothing that the page says is an amount."""
    shipping, coupon = str(choice.get("shipping", "post")), str(choice.get("coupon", "")).upper()
    if shipping not in SHIPPING or coupon not in COUPONS:
        raise Refused("unknown shipping or coupon")
    label, cost = SHIPPING[shipping]
    discount = (PRICE * COUPONS[coupon]).quantize(Decimal("0.01"))
    items = [("Wool socks", PRICE), (label, cost)] + ([(f"Coupon {coupon}", -discount)] if discount else [])
    return {"amount": str(PRICE + cost - discount), "items": [{"label": name, "amount": str(value)} for name, value in items]}


def shipping_methods():
    return [{"identifier": name, "label": label, "detail": "", "amount": str(cost)} for name, (label, cost) in SHIPPING.items()]


def new_cart():
    cart = secrets.token_hex(8)
    with lock:
        carts[cart] = {"outcome": "open", "tries": 0, "order": None}
    return {"cart": cart}


def seen(cart):
    """What a page may know of a cart. An order is asked for at Coster: the page may have gone while it was paid."""
    if cart["order"] and cart["outcome"] != "paid":
        cart["outcome"] = processors.order_outcome(COSTER, cart["order"])
    return {"outcome": cart["outcome"]}


def order(question):
    """One order for a cart and an amount: two tabs get the same one, and Coster lets it be paid once."""
    cart, amount = carts[question["cart"]], quote(question)["amount"]
    with lock:
        if seen(cart)["outcome"] not in ("open", "declined"):
            raise Refused("the cart is paid, or being paid")
        made = processors.create_order(COSTER, f"{question['cart']}-{amount}", amount)
        cart["order"] = made["id"]
    return {"clientSecret": made["client_secret"]}


def pay(question):
    cart = carts[question["cart"]]
    if question["way"] == "order":
        return seen(cart)
    amount = quote(question)["amount"]
    with lock:
        if cart["outcome"] not in ("open", "declined"):
            return seen(cart)
        cart["tries"] += 1
        name = f"{question['cart']}-{cart['tries']}"
        # Silence is never a decline: unknown until the processor has answered.
        cart["outcome"] = "unknown"
    try:
        outcome = processors.WAYS[question["way"]](COSTER, name, amount, question["value"])
    except Refused:
        outcome = "open"
        raise
    except processors.NO_ANSWER:
        outcome = "unknown"
    finally:
        cart["outcome"] = outcome
    return seen(cart)


def settings():
    return {"coster": COSTER, "key": KEY, "quote": quote({}), "shippingMethods": shipping_methods()}


ANSWERS = {"/cart": lambda _: new_cart(), "/quote": quote, "/order": order, "/pay": pay}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path in FILES:
            name, kind = FILES[path]
            text = (FOLDER / name).read_text().replace("{{coster}}", COSTER)
            return self.answer(200, text, kind)
        if path == "/settings":
            return self.answer(200, settings())
        cart = carts.get(urllib.parse.parse_qs(query).get("id", [""])[0])
        if path == "/cart" and cart:
            return self.answer(200, seen(cart))
        return self.answer(404, {"error": "not found"})

    def do_POST(self):
        if self.path not in ANSWERS:
            return self.answer(404, {"error": "not found"})
        try:
            length = min(int(self.headers.get("Content-Length", 0)), 65536)
            return self.answer(200, ANSWERS[self.path](json.loads(self.rfile.read(length) or b"{}")))
        except Refused as refusal:
            return self.answer(422, {"error": str(refusal)})
        except (ValueError, KeyError, TypeError):
            return self.answer(400, {"error": "not a request of this shop's page"})

    def answer(self, status, reply, kind="application/json"):
        body = (reply if isinstance(reply, str) else json.dumps(reply)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
    # The page's host is what Apple's session is for: open it under this name.
    print(f"shop: ready on http://localhost:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
