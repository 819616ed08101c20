"use strict";
// The shop's page. It chooses nothing that costs money: amounts come from the shop's server.

const texts = {
  open: "",
  paying: "One moment...",
  paid: "Thank you. It's paid.",
  declined: "The card was declined. Nothing was paid. Try another card.",
  cancelled: "Nothing was paid.",
  failed: "That didn't work. Nothing was paid. Try again.",
  unknown: "We don't know yet whether it was paid. Don't pay again: we'll write to you.",
};
const outcomeText = document.getElementById("outcome");
const again = document.getElementById("again");
const ways = document.getElementById("ways");
let choice = { shipping: "post", coupon: "" };

async function ask(path, body) {
  const reply = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.error);
  return answer;
}

/** The cart of this tab. It outlives a reload, so that nothing is paid twice. */
async function cartOfTab() {
  const kept = sessionStorage.getItem("cart");
  if (kept) {
    const reply = await fetch(`/cart?id=${encodeURIComponent(kept)}`);
    if (reply.ok) return { cart: kept, outcome: (await reply.json()).outcome };
  }
  const { cart } = await ask("/cart", {});
  sessionStorage.setItem("cart", cart);
  return { cart, outcome: "open" };
}

function showLines({ amount, items }) {
  const line = ({ label, amount: cost }, className) => {
    const row = document.createElement("div");
    row.className = className;
    const name = document.createElement("dt");
    name.textContent = label;
    const value = document.createElement("dd");
    value.textContent = `${cost} USD`;
    row.append(name, value);
    return row;
  };
  document.getElementById("lines").replaceChildren(
    ...items.map((item) => line(item, "")), line({ label: "Total", amount }, "total"));
}

function showOutcome(outcome) {
  document.body.dataset.outcome = outcome;
  outcomeText.textContent = texts[outcome] ?? texts.failed;
  const isOver = outcome === "paid" || outcome === "unknown";
  document.getElementById("pay").hidden = isOver;
  ways.disabled = isOver || outcome === "paying";
  again.hidden = !isOver;
  if (isOver) outcomeText.focus();
}

/** eProtect: a form, whose answer has a registration for the shop's server. */
async function register(coster, { data, signature, version, header }, cart) {
  const fields = new URLSearchParams({
    paypageId: "sandboxPaypage", reportGroup: "Shop", id: cart, orderId: cart,
    "applepay.data": data, "applepay.signature": signature, "applepay.version": version,
    "applepay.header.ephemeralPublicKey": header.ephemeralPublicKey,
    "applepay.header.publicKeyHash": header.publicKeyHash,
    "applepay.header.transactionId": header.transactionId,
  });
  const reply = await (await fetch(`${coster}/eProtect/paypage`, { method: "POST", body: fields })).json();
  if (reply.response !== "870") throw new Error(reply.message);
  return reply.paypageRegistrationId;
}

/** CardSecure: the parts of the token in one text, whose answer is a token for the shop's server. */
async function tokenize(coster, { data, signature, header }) {
  const devicedata = [
    data, "ectype=apple", `ecsig=${signature}`, `eckey=${header.ephemeralPublicKey}`, `ectid=${header.transactionId}`,
    "echash=", `ecpublickeyhash=${header.publicKeyHash}`,
  ].join("&");
  const reply = await (await fetch(`${coster}/cardsecure/api/v1/ccn/tokenize`, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ encryptionhandler: "EC_APPLE_PAY", devicedata }),
  })).json();
  if (reply.errorcode !== 0) throw new Error(reply.message);
  return reply.token;
}

/** An order: the shop's server makes it for the chosen shipping, and the page pays it. */
async function payOrder(coster, token, cart) {
  const { clientSecret } = await ask("/order", { cart, ...choice });
  await fetch(`${coster}/applepay/pay`, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_secret: clientSecret, token }),
  });
}

async function send(coster, cart, { token }) {
  const way = document.querySelector("[name=way]:checked").value;
  const pay = {
    order: () => payOrder(coster, token, cart),
    eprotect: () => register(coster, token.paymentData, cart),
    cardsecure: () => tokenize(coster, token.paymentData),
  };
  let value;
  try {
    value = await pay[way]();
  } catch (error) {
    // Only an order may have been paid by now. Its shop's server knows.
    if (way !== "order") return { outcome: "failed", message: error.message };
  }
  return ask("/pay", { cart, way, value, ...choice });
}

/** What the sheet shows after a change. A coupon that the shop doesn't know changes nothing. */
async function changed(change) {
  const wanted = { ...choice, ...change };
  try {
    const quote = await ask("/quote", wanted);
    choice = wanted;
    showLines(quote);
    return { newTotal: { label: "The Sock Shop", amount: quote.amount }, newLineItems: quote.items };
  } catch {
    const quote = await ask("/quote", choice);
    return {
      newTotal: { label: "The Sock Shop", amount: quote.amount }, newLineItems: quote.items,
      errors: [new ApplePayError("couponCodeInvalid", undefined, "This coupon isn't known.")],
    };
  }
}

async function start() {
  const { coster, key, quote, shippingMethods } = await (await fetch("/settings")).json();
  const { cart, outcome } = await cartOfTab();
  showLines(quote);
  showOutcome(outcome);
  CosterPay.mount(document.getElementById("pay"), {
    key, label: "The Sock Shop", amount: quote.amount, items: quote.items, version: 12,
    request: { shippingMethods, supportsCouponCode: true, requiredShippingContactFields: ["postalAddress", "name"] },
    onShippingContact: () => changed({}),
    onShippingMethod: ({ shippingMethod }) => changed({ shipping: shippingMethod.identifier }),
    onCouponCode: ({ couponCode }) => changed({ coupon: couponCode }),
    onToken: (payment) => send(coster, cart, payment),
    onState: (state) => showOutcome(state),
    onOutcome: (result) => showOutcome(result.outcome),
  });
}

again.addEventListener("click", () => {
  sessionStorage.removeItem("cart");
  location.reload();
});
start();
