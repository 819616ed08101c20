// ApplePaySession as WebKit has it: the states, what may be called in each, and 30 seconds for each answer of the page.
// Source: Apple, ApplePaySession; WebKit, ApplePaySession.cpp.

let activeSession = null;

/** The handlers of a session, and the member of the event that each gets. */
const eventMembers = {
  validatemerchant: "validationURL", paymentmethodselected: "paymentMethod", shippingcontactselected: "shippingContact",
  shippingmethodselected: "shippingMethod", couponcodechanged: "couponCode", paymentauthorized: "payment",
  cancel: "sessionError",
};

const statuses = {
  STATUS_SUCCESS: 0, STATUS_FAILURE: 1, STATUS_INVALID_BILLING_POSTAL_ADDRESS: 2,
  STATUS_INVALID_SHIPPING_POSTAL_ADDRESS: 3, STATUS_INVALID_SHIPPING_CONTACT: 4, STATUS_PIN_REQUIRED: 5,
  STATUS_PIN_INCORRECT: 6, STATUS_PIN_LOCKOUT: 7,
};

function requireSecurePage() {
  if (!isSecureContext) throw notNow("Trying to call an ApplePaySession API from an insecure document.");
  if (window !== window.top && document.featurePolicy && !document.featurePolicy.allowsFeature("payment")) {
    throw notNow("Trying to start an Apple Pay session from a frame without allow=\"payment\".");
  }
}

class ApplePaySession extends EventTarget {
  #version;
  #request;
  #state = "idle";
  #sheet = null;
  #clock = null;
  #merchant = null;
  #handlers = {};
  #listeners = {};
  /** Selections that the page hasn't been told of. */
  #untold = [];
  #auto = settings.auto;

  constructor(version, request) {
    super();
    requireSecurePage();
    if (!navigator.userActivation.isActive) {
      throw notNow("Must create a new ApplePaySession from a user gesture handler.");
    }
    if (!ApplePaySession.supportsVersion(version)) throw notNow(`"${version}" is not a supported version.`);
    this.#version = version;
    this.#request = paymentRequest(request, version);
  }

  static supportsVersion(version) {
    requireSecurePage();
    if (!Number.isInteger(version) || version < 1) throw notNow(`"${version}" is not a version.`);
    return version <= newestVersion;
  }

  static canMakePayments() {
    requireSecurePage();
    return true;
  }

  static async canMakePaymentsWithActiveCard(merchantIdentifier) {
    requireSecurePage();
    return typeof merchantIdentifier === "string";
  }

  static async applePayCapabilities(merchantIdentifier) {
    requireSecurePage();
    if (typeof merchantIdentifier !== "string") throw invalid("The merchant identifier is missing.");
    return { paymentCredentialStatus: "paymentCredentialsAvailable" };
  }

  static async openPaymentSetup() {
    requireSecurePage();
    return true;
  }

  begin() {
    if (this.#state !== "idle") throw notNow("Payment session is already active.");
    if (activeSession) throw notNow("Page already has an active payment session.");
    activeSession = this;
    this.#state = "validating";
    this.#sheet = new Sheet(this.#request, {
      pay: () => this.#pay(),
      cancel: () => this.#cancelByCustomer(),
      card: () => this.#select("paymentmethodselected", () => this.#paymentMethod()),
      contact: () => this.#select("shippingcontactselected", () => redactedContact(this.#sheet.contact)),
      shipping: () => this.#select("shippingmethodselected", () => this.#sheet.shippingMethod),
      coupon: () => this.#select("couponcodechanged", () => this.#sheet.couponCode),
    });
    setTimeout(() => this.#validate());
  }

  abort() {
    if (!this.#isOpen) throw notNow("There is no payment session to abort.");
    this.#state = "aborted";
    this.#close();
  }

  completeMerchantValidation(merchantSession) {
    this.#answered("validating", "checking");
    if (typeof merchantSession !== "object" || merchantSession === null) {
      throw invalid("The merchant session is not an object.");
    }
    this.#check(merchantSession);
  }

  completePaymentMethodSelection(update, lineItems) {
    this.#answered("paymentmethodselected", "ready");
    this.#apply(ApplePaySession.#isLine(update) ? { newTotal: update, newLineItems: lineItems } : update);
  }

  completeShippingContactSelection(update, shippingMethods, total, lineItems) {
    this.#answered("shippingcontactselected", "ready");
    this.#apply(
      typeof update === "number"
        ? { status: update, newShippingMethods: shippingMethods, newTotal: total, newLineItems: lineItems }
        : update);
  }

  completeShippingMethodSelection(update, total, lineItems) {
    this.#answered("shippingmethodselected", "ready");
    this.#apply(typeof update === "number" ? { status: update, newTotal: total, newLineItems: lineItems } : update);
  }

  completeCouponCodeChange(update) {
    this.#answered("couponcodechanged", "ready");
    this.#apply(update);
  }

  /** After a success the sheet goes. After a failure it stays, and the customer may pay again. */
  completePayment(result) {
    const { status, errors } = typeof result === "number" ? { status: result } : result ?? {};
    if (!Object.values(statuses).includes(status)) throw invalid(`"${status}" is not a valid status.`);
    this.#answered("paymentauthorized", status === 0 ? "completed" : "ready");
    if (status === 0) return this.#sheet.succeed(() => this.#close());
    this.#sheet.fail(failureText(errors), () => this.#sheet.enable(true));
    if (this.#auto) setTimeout(() => this.#cancelByCustomer());
  }

  static #isLine(update) {
    return typeof update === "object" && update !== null && "label" in update;
  }

  get #isOpen() {
    return !["idle", "completed", "aborted", "canceled"].includes(this.#state);
  }

  /** Whether the page listens for an event. Without a listener WebKit answers by itself. */
  #listens(type) {
    return Boolean(this.#handlers[type]) || (this.#listeners[type]?.size ?? 0) > 0;
  }

  addEventListener(type, listener, options) {
    super.addEventListener(type, listener, options);
    if (listener) (this.#listeners[type] ??= new Set()).add(listener);
  }

  removeEventListener(type, listener, options) {
    super.removeEventListener(type, listener, options);
    this.#listeners[type]?.delete(listener);
  }

  static {
    for (const type of Object.keys(eventMembers)) {
      Object.defineProperty(ApplePaySession.prototype, `on${type}`, {
        get() {
          return this.#handlers[type] ?? null;
        },
        set(handler) {
          if (!(type in this.#handlers)) {
            EventTarget.prototype.addEventListener.call(this, type, (event) => this.#handlers[type]?.call(this, event));
          }
          this.#handlers[type] = typeof handler === "function" ? handler : null;
        },
      });
    }
    for (const [name, value] of Object.entries(statuses)) {
      Object.defineProperty(ApplePaySession, name, { value });
      Object.defineProperty(ApplePaySession.prototype, name, { value });
    }
  }

  #send(type, detail) {
    const event = new Event(type);
    Object.defineProperty(event, eventMembers[type], { value: detail, enumerable: true });
    this.dispatchEvent(event);
  }

  /** Sends an event that the page must answer in time. */
  #ask(type, detail) {
    this.#clock = setTimeout(() => {
      this.#end("The page didn't answer in time.", `${type} was not completed in ${settings.clockSeconds} seconds`);
    }, settings.clockSeconds * 1000);
    this.#send(type, detail);
  }

  /** Takes the page's answer, if it is the one that is waited for. */
  #answered(expected, next) {
    if (this.#state !== expected) throw notNow(`The session does not wait for this: it is ${this.#state}.`);
    clearTimeout(this.#clock);
    this.#state = next;
  }

  #validate() {
    if (this.#state !== "validating") return;
    if (!this.#listens("validatemerchant")) return this.abort();
    const trouble = settings.trouble ? `${settings.trouble}.` : "";
    this.#ask("validatemerchant", `https://${trouble}${settings.appleHost}/paymentservices/startSession`);
  }

  async #check(session) {
    const answer = await sandbox("session", { session: JSON.stringify(session) });
    if (this.#state !== "checking") return;
    if (!answer.merchantIdentifier) return this.#end("The device refused the session.", answer.message);
    this.#merchant = answer;
    this.#state = "ready";
    this.#untold = [["paymentmethodselected", () => this.#paymentMethod()]];
    if (this.#request.shippingFields.length > 0) {
      this.#untold.push(["shippingcontactselected", () => redactedContact(this.#sheet.contact)]);
    }
    this.#tellNext();
  }

  /** A page learns a card's type before the customer pays, and from version 10 the place of its owner. */
  #paymentMethod() {
    const method = { type: "debit" };
    if (this.#version >= 10) method.billingContact = redactedContact(this.#sheet.contact);
    return method;
  }

  #select(type, detail) {
    if (this.#state !== "ready") return;
    if (type === "shippingcontactselected" && this.#request.shippingFields.length === 0) return;
    this.#untold.push([type, detail]);
    this.#tellNext();
  }

  #tellNext() {
    const next = this.#untold.shift();
    if (!next) {
      this.#sheet.enable(true);
      return this.#step();
    }
    const [type, detail] = next;
    if (!this.#listens(type)) return this.#tellNext();
    this.#state = type;
    this.#sheet.enable(false);
    this.#ask(type, detail());
  }

  #apply(update) {
    if (typeof update !== "object" || update === null) throw invalid("The update is not an object.");
    const total = totalLine(update.newTotal, this.#version);
    const items = update.newLineItems === undefined ? undefined : list(update.newLineItems, "newLineItems");
    const methods = update.newShippingMethods;
    this.#sheet.update({
      total,
      lineItems: items?.map((item) => lineItem(item, "a line item")),
      shippingMethods: methods && list(methods, "newShippingMethods").map(shippingMethod),
      errors: update.status > 0 ? [{ message: failureText() }] : list(update.errors, "errors"),
    });
    this.#tellNext();
  }

  async #pay() {
    if (this.#state !== "ready") return;
    this.#state = "minting";
    this.#sheet.process();
    const { currencyCode, applicationData, shippingFields, billingFields } = this.#request;
    const { card, contact, total } = this.#sheet;
    const { merchantIdentifier, isForThisEnvironment } = this.#merchant;
    if (!isForThisEnvironment) return this.#end("Payment Not Completed", "the session is of another environment");
    const token = await sandbox("token", {
      amount: total.amount, currency: currencyCode, merchantIdentifier, card, applicationData,
    });
    if (this.#state !== "minting") return;
    if (!token.paymentData) return this.#end("The device made no token.", token.message);
    if (!this.#listens("paymentauthorized")) return this.abort();
    const payment = { token };
    if (shippingFields.length > 0) payment.shippingContact = authorizedContact(contact, shippingFields);
    if (billingFields.length > 0) payment.billingContact = authorizedContact(contact, billingFields);
    this.#state = "paymentauthorized";
    this.#ask("paymentauthorized", payment);
  }

  #cancelByCustomer() {
    if (!this.#isOpen || ["minting", "paymentauthorized"].includes(this.#state)) return;
    this.#cancel();
  }

  /** Shows why nothing was paid, then cancels. A page learns no more of the reason than from a real device. */
  #end(text, reason) {
    this.#state = "failing";
    clearTimeout(this.#clock);
    console.info(`ApplePaySession (simulated): ${reason}`);
    this.#sheet.fail(text, () => this.#cancel());
  }

  #cancel() {
    if (!this.#isOpen) return;
    this.#state = "canceled";
    this.#close();
    this.#send("cancel", { code: "unknown", info: {} });
  }

  #close() {
    clearTimeout(this.#clock);
    this.#sheet.close();
    if (activeSession === this) activeSession = null;
  }

  /** Does the next of what a test asked for. */
  #step() {
    const auto = this.#auto;
    if (!auto || this.#state !== "ready") return;
    const done = this.#sheet.choose(auto);
    if (!done) return;
    this.#auto = { ...auto, action: "wait" };
    if (auto.action === "cancel") setTimeout(() => this.#cancelByCustomer());
    if ((auto.action ?? "pay") === "pay") setTimeout(() => this.#pay());
  }
}

/** A reason that a page gives for what it can't accept. Source: Apple, ApplePayError. */
class ApplePayError {
  static #codes = [
    "shippingContactInvalid", "billingContactInvalid", "addressUnserviceable", "couponCodeInvalid", "couponCodeExpired",
    "unknown",
  ];
  static #fields = [
    "phoneNumber", "emailAddress", "name", "phoneticName", "postalAddress", "addressLines", "subLocality", "locality",
    "postalCode", "subAdministrativeArea", "administrativeArea", "country", "countryCode",
  ];

  constructor(code, contactField, message = "") {
    requireOneOf(code, ApplePayError.#codes, "error code");
    if (contactField !== undefined) requireOneOf(contactField, ApplePayError.#fields, "contact field");
    this.code = code;
    this.contactField = contactField;
    this.message = String(message);
  }
}
