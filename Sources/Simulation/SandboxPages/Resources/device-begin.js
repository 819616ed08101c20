// A simulated ApplePaySession, for browsers without Apple Pay. Only a sandbox serves it: no money moves.
//
// Tests set window.ApplePaySimulator before this script, or its members later:
//   auto          {card, contact, shippingMethod, couponCode, action: "pay"|"cancel"|"wait"}: the customer's part without
//                 clicks; card is a name of the wallet, contact a number, shippingMethod an identifier
//   clockSeconds  how long the page may take for each answer; 30 on a device
//   trouble       "slow", "refused", "expired" or "other-environment": what goes wrong with Apple's session
//   inspectable   true to open the sheet's shadow root to tests
//   resultMilliseconds  how long the tick or the cross is shown

const storedSettings = () => {
  try {
    return JSON.parse(localStorage.getItem("coster-apple-pay-simulator")) ?? {};
  } catch {
    return {};
  }
};

const settings = {
  appleHost: "apple-pay-gateway.coster.test", auto: null, clockSeconds: 30, trouble: null, inspectable: false,
  resultMilliseconds: 1500, ...storedSettings(), ...window.ApplePaySimulator,
};

const sandboxOrigin = new URL(document.currentScript.src).origin;

/** Asks the sandbox to do what a device does. The reply has a code and a message if it can't. */
async function sandbox(path, body) {
  try {
    const reply = await fetch(`${sandboxOrigin}/sandbox/apple-pay/${path}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    return await reply.json();
  } catch {
    return { code: "sandbox-unreachable", message: "The sandbox can't be reached. Start it, and allow this page's origin." };
  }
}

// A browser's own Apple Pay, and Apple's script, come first.
if ("ApplePaySession" in window) return;
window.ApplePaySimulator = settings;
