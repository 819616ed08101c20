// The hosted page: shows an order's state, and pays it with CosterPay. What it says is in texts.json.
(() => {
  "use strict";
  const page = document.getElementById("payment");
  if (!page) return;
  const place = document.getElementById("button");
  const heading = document.getElementById("heading");
  const text = document.getElementById("text");
  const { clientSecret, config, order, session } = page.dataset;
  const POLL_MS = 2000;
  const POLLS = 45;
  // After these no button is left, so the keyboard's place moves to the heading.
  const FINAL = ["paid", "unknown", "expired", "closed", "unsupported"];
  // What the server says of an order that this page didn't pay.
  const BY_CODE = {
    "order-paid": "paid", "order-expired": "expired", "order-too-many-tries": "closed",
    "order-in-progress": "paying", "order-outcome-unknown": "unknown",
    "apple-pay-unavailable": "unsupported",
  };
  let mounted = null;

  function show(state) {
    const words = document.querySelector(`#states [data-state="${state}"]`);
    if (!words) return;
    page.dataset.state = state;
    heading.textContent = words.querySelector("b").textContent;
    text.textContent = words.querySelector("span").textContent;
    if (FINAL.includes(state) || state === "paying") {
      const hadFocus = place.contains(document.activeElement);
      if (FINAL.includes(state) && mounted) {
        mounted.unmount();
        mounted = null;
      }
      if (hadFocus || FINAL.includes(state)) heading.focus();
    }
  }

  function offer() {
    if (!window.CosterPay) return show("failed");
    mounted = CosterPay.mount(place, {
      clientSecret, sessionURL: session, config: JSON.parse(config), order: JSON.parse(order),
      buttonLabel: page.dataset.button,
      onState: (state) => {
        if (state === "paying") show("paying");
        else if (state === "open") show("open");
        else show(BY_CODE[state] || "failed");
      },
      onOutcome: ({ outcome, code }) => {
        const state = BY_CODE[code] || outcome;
        show(state);
        if (state === "unknown" || state === "paying") watch(POLLS);
      },
    });
  }

  // Asks until the server knows: the outcome of a payment that this page, or another one, began.
  async function watch(left) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    let state = page.dataset.state;
    try {
      state = (await CosterPay.order(clientSecret)).state;
    } catch { /* the next round asks again */ }
    if (state === "paying" && left > 1) return watch(left - 1);
    show(state === "paying" ? "unknown" : state);
    if ((state === "declined" || state === "open") && !mounted) offer();
  }

  const state = page.dataset.state;
  if (state === "open" || state === "declined") offer();
  if (state === "paying") watch(POLLS);
})();
