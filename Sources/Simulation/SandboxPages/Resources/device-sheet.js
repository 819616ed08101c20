// The sheet that a device shows over the page.

const icons = {
  tick: "M14 26 L22 34 L38 16",
  cross: "M16 16 L36 36 M36 16 L16 36",
};

/** Makes an element with attributes and children; a member of `on` is a listener. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    } else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "0 0 52 52");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", icons[name]);
  picture.append(path);
  return picture;
}

function failureText(errors) {
  return list(errors ?? undefined, "errors").map((error) => error.message).find(Boolean) ?? "Payment Not Completed";
}

class Sheet {
  #request;
  #on;
  #host = make("apple-pay-simulator");
  #dialog;
  #parts = {};
  #isClosed = false;
  #focused = null;
  total;
  couponCode = "";

  constructor(request, on) {
    this.#request = request;
    this.#on = on;
    this.total = request.total;
    this.couponCode = request.couponCode;
    const root = this.#host.attachShadow({ mode: settings.inspectable ? "open" : "closed" });
    const style = new CSSStyleSheet();
    style.replaceSync(sheetStyle);
    root.adoptedStyleSheets = [style];
    this.#dialog = this.#build();
    root.append(this.#dialog);
    document.documentElement.append(this.#host);
    this.#dialog.showModal();
    this.update({});
    this.enable(false);
    this.#say("Checking the shop...");
  }

  /** The name of the chosen card. */
  get card() {
    return this.#parts.card.value;
  }

  get contact() {
    return contacts[Number(this.#parts.contact?.value ?? 0)];
  }

  get shippingMethod() {
    const chosen = this.#parts.shipping?.value;
    return this.#request.shippingMethods.find((method) => method.identifier === chosen);
  }

  #build() {
    const parts = this.#parts;
    const wallet = cards.filter((card) => this.#request.networks.includes(card.network));
    parts.card = this.#menu("card", (wallet.length > 0 ? wallet : cards).map((card) => [card.name, card.label]));
    const rows = [this.#row("Card", parts.card)];
    if (this.#request.shippingFields.length + this.#request.billingFields.length > 0) {
      parts.contact = this.#menu("contact", contacts.map((contact, number) => [number, contact.label]));
      rows.push(this.#row("Contact", parts.contact));
    }
    if (this.#request.shippingMethods.length > 0) {
      parts.shipping = this.#menu("shipping", []);
      rows.push(this.#row("Shipping", parts.shipping));
      this.#listMethods();
    }
    if (this.#request.takesCoupons) rows.push(this.#couponRow());
    parts.items = make("dl", { class: "items" });
    parts.error = make("p", { class: "error", role: "alert" });
    parts.status = make("p", { class: "status", role: "status" });
    parts.mark = make("div", { class: "mark" });
    parts.pay = make("button", { type: "button", class: "pay", on: { click: () => this.#on.pay() } }, "Pay");
    parts.cancel = make("button", { type: "button", class: "cancel", on: { click: () => this.#on.cancel() } }, "Cancel");
    const trouble = settings.trouble ? ` Apple's session: ${settings.trouble}.` : "";
    return make(
      "dialog",
      { "aria-labelledby": "title", on: { cancel: (event) => (event.preventDefault(), this.#on.cancel()) } },
      make("p", { class: "banner" }, `Simulated Apple Pay: no money moves.${trouble}`),
      make("header", {}, make("h2", { id: "title" }, "Apple Pay"), parts.cancel),
      make("div", { class: "rows" }, ...rows), parts.items, parts.error,
      make("footer", {}, parts.mark, parts.status, parts.pay));
  }

  #row(name, control) {
    control.id = control.name;
    return make("div", { class: "row" }, make("label", { for: control.id }, name), control);
  }

  #menu(name, options) {
    const menu = make("select", { name, on: { change: () => this.#on[name]() } });
    menu.append(...options.map(([value, text]) => make("option", { value }, text)));
    return menu;
  }

  #couponRow() {
    const field = make("input", {
      name: "coupon", type: "text", autocomplete: "off", maxlength: 64, value: this.couponCode,
      on: { change: () => this.#useCoupon() },
    });
    this.#parts.coupon = field;
    return this.#row("Coupon", field);
  }

  #useCoupon() {
    this.couponCode = this.#parts.coupon.value.trim();
    this.#on.coupon();
  }

  #listMethods() {
    const menu = this.#parts.shipping;
    const chosen = menu.value;
    menu.replaceChildren(...this.#request.shippingMethods.map((method) =>
      make("option", { value: method.identifier, selected: method.identifier === chosen },
        `${method.label}, ${this.#money(method.amount)}`)));
  }

  #money(amount) {
    return amount === "" ? "pending" : `${amount} ${this.#request.currencyCode}`;
  }

  /** Shows what the page changed. */
  update({ total, lineItems, shippingMethods, errors }) {
    if (total) this.total = total;
    if (lineItems) this.#request.lineItems = lineItems;
    if (shippingMethods && this.#parts.shipping) {
      this.#request.shippingMethods = shippingMethods;
      this.#listMethods();
    }
    const line = (item, className) => make(
      "div", { class: className }, make("dt", {}, item.label), make("dd", {}, this.#money(item.amount)));
    this.#parts.items.replaceChildren(
      ...this.#request.lineItems.map((item) => line(item, "item")), line(this.total, "total"));
    this.#parts.error.textContent = errors?.length > 0 ? failureText(errors) : "";
  }

  /** Lets the customer choose, or makes him wait for the page. */
  enable(isEnabled) {
    const { card, contact, shipping, coupon, pay, cancel } = this.#parts;
    // A control that is disabled loses the focus, and gets it back.
    const active = this.#dialog.getRootNode().activeElement;
    const isElsewhere = active && active !== this.#dialog && active !== cancel;
    if (isElsewhere) this.#focused = active;
    for (const control of [card, contact, shipping, coupon, pay]) {
      if (control) control.disabled = !isEnabled;
    }
    cancel.setAttribute("aria-disabled", "false");
    this.#mark(null);
    this.#say(isEnabled ? "" : "One moment…");
    if (isEnabled && !isElsewhere) (this.#focused ?? pay).focus();
  }

  process() {
    this.enable(false);
    // It does nothing until the page has answered. It keeps the focus in the sheet.
    this.#parts.cancel.setAttribute("aria-disabled", "true");
    this.#parts.error.textContent = "";
    this.#say("Processing…");
  }

  succeed(then) {
    this.#mark("tick");
    this.#say("Done");
    this.#after(then);
  }

  fail(text, then) {
    this.enable(false);
    this.#mark("cross");
    this.#say(text);
    this.#after(then);
  }

  #after(then) {
    setTimeout(() => this.#isClosed || then(), settings.resultMilliseconds);
  }

  #mark(name) {
    const { mark, pay } = this.#parts;
    mark.className = `mark ${name ?? ""}`;
    mark.replaceChildren(...(name ? [icon(name)] : []));
    pay.hidden = name !== null;
    if (name) mark.scrollIntoView({ block: "end" });
  }

  #say(text) {
    this.#parts.status.textContent = text;
  }

  close() {
    this.#isClosed = true;
    this.#host.remove();
  }

  /** Makes one of the choices that a test asked for; whether all are made. */
  choose({ card, contact, shippingMethod, couponCode }) {
    const choices = [["card", card], ["contact", contact], ["shipping", shippingMethod], ["coupon", couponCode]];
    for (const [name, wanted] of choices) {
      const control = this.#parts[name];
      if (wanted === undefined || !control || control.value === String(wanted)) continue;
      control.value = wanted;
      if (control.value !== String(wanted)) continue;
      if (name === "coupon") this.couponCode = control.value;
      setTimeout(() => this.#on[name]());
      return false;
    }
    return true;
  }
}
