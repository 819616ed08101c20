"use strict";

const pollMilliseconds = 1000;
const mostShown = 100;
const storeName = "coster-apple-pay-simulator";
const list = document.getElementById("exchanges");
const only = document.getElementById("only");
let newest = 0;

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** How the row's outcome looks: a word of the closed set, or HTTP's status. */
function tone({ status, outcome }) {
  if (/unknown|unanswered|not-sent/.test(outcome)) return "warn";
  return status >= 400 || /declined|refused|failed/.test(outcome) ? "bad" : "good";
}

function body(title, text) {
  const pre = make("pre", "", text || "(empty)");
  pre.tabIndex = 0;
  pre.setAttribute("role", "region");
  pre.setAttribute("aria-label", title);
  return make("div", "", make("h3", "", title), pre);
}

function row(exchange) {
  const summary = make(
    "summary", "",
    make("span", "when", new Date(exchange.at).toLocaleTimeString()),
    make("span", `outcome ${tone(exchange)}`, exchange.outcome),
    make("code", "target", exchange.target),
    make("span", "", String(exchange.status)));
  if (exchange.payment) summary.append(make("code", "payment", exchange.payment));
  const item = make(
    "li", "",
    make("details", "", summary,
      make("div", "bodies", body("Request", exchange.request), body("Reply", exchange.reply))));
  item.dataset.payment = exchange.payment ?? "";
  return item;
}

function filter() {
  for (const item of list.children) item.hidden = only.checked && item.dataset.payment === "";
  document.getElementById("none").hidden = list.children.length > 0;
}

async function poll() {
  const lost = document.getElementById("lost");
  try {
    const reply = await fetch(`/sandbox/exchanges?after=${newest}`);
    const exchanges = await reply.json();
    lost.textContent = "";
    if (exchanges.length > 0) {
      newest = exchanges[0].number;
      list.prepend(...exchanges.map(row));
      while (list.children.length > mostShown) list.lastElementChild.remove();
      filter();
    }
  } catch {
    newest = 0;
    lost.textContent = "The sandbox doesn't answer. Start it again, and this page goes on.";
  }
  setTimeout(poll, pollMilliseconds);
}

async function makeLink(event) {
  event.preventDefault();
  const made = document.getElementById("made");
  const { amount, currency } = Object.fromEntries(new FormData(event.target));
  const order = { amount, currency: currency.toUpperCase(), reference: `start-page-${Date.now()}` };
  const answer = await fetch("/orders", {
    method: "POST",
    headers: { "Authorization": "Bearer csk_sandbox", "Content-Type": "application/json" },
    body: JSON.stringify(order),
  }).then((reply) => reply.json()).catch(() => ({}));
  if (!answer.link) {
    made.textContent = answer.message ?? "The sandbox made no link.";
    return;
  }
  const link = make("a", "", answer.link);
  link.href = answer.link;
  made.replaceChildren("Pay at ", link);
}

function restoreDevice(form) {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(storeName)) ?? {};
  } catch {
    // Another's text: the defaults hold.
  }
  form.elements.trouble.value = stored.trouble ?? "";
  form.elements.clockSeconds.value = stored.clockSeconds ?? 30;
  form.addEventListener("change", () => {
    const trouble = form.elements.trouble.value || null;
    const clockSeconds = Number(form.elements.clockSeconds.value) || 30;
    localStorage.setItem(storeName, JSON.stringify({ trouble, clockSeconds }));
  });
}

document.getElementById("order").addEventListener("submit", makeLink);
only.addEventListener("change", filter);
restoreDevice(document.getElementById("device"));
poll();
