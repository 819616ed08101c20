// Coster's script for Apple Pay on web pages: one button, one payment a click, one outcome a payment.
//
//     CosterPay.mount(document.querySelector("#pay"), {
//       key: "cpk_…", clientSecret: "ord_…_secret_…",
//       onOutcome: ({ outcome, code }) => { /* paid, declined, cancelled, failed, unknown */ },
//     });
//
// Everything that a page says can be changed by its visitor. The amount that counts is the one of the order.
(() => {
  "use strict";
  const script = document.currentScript;
  const home = script ? new URL(script.src).origin : location.origin;
  // Apple's sheet gives up 30 seconds after the customer's yes. The outcome must be told before.
  const PAY_MS = 25000;
  const CALL_MS = 12000;
  const CLOSED = {
    paid: "order-paid", paying: "order-in-progress", unknown: "order-outcome-unknown", expired: "order-expired",
  };

  const failure = ({ code, message }) => Object.assign(new Error(message), { code });

  // For the page's developer. A customer never sees it.
  const note = ({ code, message }) => message && console.info("CosterPay:", code, message);

  async function post(url, body, ms) {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), ms);
    try {
      const reply = await fetch(url, {
        method: "POST", credentials: "omit", cache: "no-store", redirect: "error",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body), signal: control.signal,
      });
      return { ok: reply.ok, status: reply.status, body: await reply.json() };
    } finally {
      clearTimeout(timer);
    }
  }

  // What became of an order, for a page that was loaded again.
  async function order(clientSecret, gateway = home) {
    const reply = await post(gateway + "/applepay/order", { client_secret: clientSecret }, CALL_MS);
    if (!reply.ok) throw failure(reply.body);
    return reply.body;
  }

  async function settings(options, gateway) {
    if (options.config) return options.config;
    const url = gateway + "/applepay/config?key=" + encodeURIComponent(options.key);
    const reply = await fetch(url, { credentials: "omit", redirect: "error" });
    const body = await reply.json();
    if (!reply.ok) throw failure(body);
    return body;
  }

  // The form of Apple's request, from the merchant's settings and the order.
  function request(config, asked, options) {
    const amount = asked || options;
    const made = {
      countryCode: config.countryCode,
      currencyCode: amount.currency || config.currencyCode,
      supportedNetworks: config.supportedNetworks,
      merchantCapabilities: config.merchantCapabilities,
      total: { label: options.label || config.displayName, amount: amount.amount, type: "final" },
    };
    if (amount.items && amount.items.length) {
      made.lineItems = amount.items.map(({ label, amount }) => ({ label, amount, type: "final" }));
    }
    return Object.assign(made, options.request);
  }

  // Sends a token. What isn't a certain answer is unknown, never a decline.
  async function send(payment, options, gateway) {
    if (options.onToken) return await options.onToken(payment);
    const body = { client_secret: options.clientSecret, token: payment.token };
    if (payment.billingContact) body.billingContact = payment.billingContact;
    const reply = await post(options.payURL || gateway + "/applepay/pay", body, PAY_MS);
    if (reply.ok) return reply.body;
    const { code, message } = reply.body;
    if (code === "order-paid") return { outcome: "paid", code, message };
    const isOpen = code === "order-in-progress" || code === "order-outcome-unknown";
    return { outcome: isOpen || reply.status >= 500 ? "unknown" : "failed", code, message };
  }

  const timeout = (ms) =>
    new Promise((resolve) => setTimeout(() => resolve({ outcome: "unknown", code: "timed-out" }), ms));

  // One session of Apple's sheet: resolves once, with one outcome.
  function pay(prepared, options, gateway, tell) {
    return new Promise((resolve) => {
      let session;
      let isAuthorized = false;
      let isOver = false;
      const end = (outcome) => {
        if (isOver) return;
        isOver = true;
        resolve(outcome);
      };
      const fail = (code, message) => {
        if (isOver) return;
        try { session.abort(); } catch { /* it is closed already */ }
        end({ outcome: "failed", code, message });
      };
      const refuse = (error) =>
        end({ outcome: "failed", code: "request-refused", message: String(error && error.message) });
      try {
        session = new ApplePaySession(options.version || prepared.config.version || 3, prepared.request);
      } catch (error) {
        return refuse(error);
      }
      session.onvalidatemerchant = async (event) => {
        const url = options.sessionURL || gateway + "/applepay/session?key=" + encodeURIComponent(options.key);
        try {
          const reply = await post(url, { validationURL: event.validationURL }, CALL_MS);
          if (isOver) return;
          if (reply.ok) session.completeMerchantValidation(reply.body);
          else fail(reply.body.code, reply.body.message);
        } catch {
          fail("session-unreachable", "The payment server didn't answer.");
        }
      };
      session.onpaymentauthorized = async (event) => {
        // One payment a click.
        if (isAuthorized) return;
        isAuthorized = true;
        tell("paying");
        let result;
        try {
          result = await Promise.race([send(event.payment, options, gateway), timeout(PAY_MS)]);
        } catch {
          // It may have arrived.
          result = { outcome: "unknown", code: "no-answer" };
        }
        try {
          if (result.outcome === "paid") {
            session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
          } else {
            // After a failure the sheet stays for another try, whose outcome nobody would hear: a click has one.
            session.completePayment({ status: ApplePaySession.STATUS_FAILURE });
            session.abort();
          }
        } catch { /* the sheet is gone; the outcome is what it is */ }
        end(result);
      };
      // A sheet that closes while a payment is on its way cancels nothing.
      session.oncancel = () => { if (!isAuthorized) end({ outcome: "cancelled" }); };
      answer(session, "PaymentMethodSelection", "onpaymentmethodselected", options.onPaymentMethod, fail);
      answer(session, "ShippingContactSelection", "onshippingcontactselected", options.onShippingContact, fail);
      answer(session, "ShippingMethodSelection", "onshippingmethodselected", options.onShippingMethod, fail);
      answer(session, "CouponCodeChange", "oncouponcodechanged", options.onCouponCode, fail);
      tell("open");
      try {
        session.begin();
      } catch (error) {
        refuse(error);
      }
    });
  }

  // Hands a change on the sheet to the page, and the page's answer back to the sheet.
  function answer(session, name, event, handler, fail) {
    if (!handler) return;
    session[event] = async (change) => {
      try {
        session["complete" + name](await handler(change));
      } catch {
        fail("page-refused", "The page's own handler failed.");
      }
    };
  }

  function button(options) {
    const label = options.buttonLabel || "Pay with Apple Pay";
    const made = document.createElement("button");
    made.type = "button";
    made.className = "coster-pay-button";
    made.setAttribute("aria-label", label);
    if (window.CSS && CSS.supports("-webkit-appearance", "-apple-pay-button")) {
      made.style.setProperty("-webkit-appearance", "-apple-pay-button");
    } else {
      made.textContent = label;
    }
    return made;
  }

  function isAvailable() {
    try {
      return Boolean(window.ApplePaySession && ApplePaySession.canMakePayments());
    } catch {
      return false;
    }
  }

  // Puts a button into an element. Each click tells onOutcome one outcome; onState hears of the way there.
  function mount(element, options) {
    const gateway = options.gateway || home;
    const made = button(options);
    let running = null;
    let prepared = null;
    const tell = (state) => { if (options.onState) options.onState(state); };
    const told = (result) => {
      note(result);
      if (options.onOutcome) options.onOutcome(result);
      return result;
    };
    // The session must be made within the click, so what it needs is fetched before.
    const ready = (async () => {
      if (!isAvailable()) throw failure({ code: "apple-pay-unavailable", message: "This browser has no Apple Pay." });
      const [config, asked] = await Promise.all([
        settings(options, gateway),
        options.order || (options.clientSecret ? order(options.clientSecret, gateway) : null),
      ]);
      const code = asked && CLOSED[asked.state];
      if (code) throw failure({ code, message: "The order can't be paid now." });
      prepared = { config, request: request(config, asked, options) };
      made.disabled = false;
    })();
    function start() {
      // A second click on the way belongs to the first.
      if (running) return running;
      if (!prepared) return Promise.resolve({ outcome: "failed", code: "not-ready" });
      made.disabled = true;
      running = pay(prepared, options, gateway, tell).then((result) => {
        running = null;
        made.disabled = false;
        return told(result);
      });
      return running;
    }
    made.disabled = true;
    made.addEventListener("click", start);
    element.replaceChildren(made);
    ready.catch((error) => {
      made.remove();
      note(error);
      tell(error.code || "not-ready");
    });
    return { button: made, ready, pay: start, unmount: () => made.remove() };
  }

  window.CosterPay = Object.freeze({ mount, order, isAvailable });
})();
