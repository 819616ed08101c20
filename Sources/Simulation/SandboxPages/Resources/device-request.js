// The rules of a payment request. WebKit throws a TypeError for what a request says, and an InvalidAccessError for where and
// when a session is made. This is stricter in one way: a misspelt member is an error too.
// Source: Apple, ApplePayPaymentRequest; WebKit, ApplePayRequestBase.cpp and PaymentRequestValidator.

const newestVersion = 14;

/** The version that brought each network. */
const networks = {
  amex: 1, chinaunionpay: 1, discover: 1, interac: 1, mastercard: 1, privatelabel: 1, visa: 1, jcb: 2,
  cartesbancaires: 4, eftpos: 4, electron: 4, maestro: 4, vpay: 4, elo: 5, mada: 5, girocard: 11, mir: 11,
  dankort: 12, bancomat: 14, bancontact: 14,
};

/** The members of a request, with the version that brought each. */
const requestMembers = {
  countryCode: 1, currencyCode: 1, merchantCapabilities: 1, supportedNetworks: 1, total: 1, lineItems: 1,
  shippingMethods: 1, shippingType: 1, requiredShippingContactFields: 1, requiredBillingContactFields: 1,
  shippingContact: 1, billingContact: 1, applicationData: 1, supportedCountries: 3, supportsCouponCode: 12,
  couponCode: 12, shippingContactEditingMode: 12, recurringPaymentRequest: 14, automaticReloadPaymentRequest: 14,
  multiTokenContexts: 14, deferredPaymentRequest: 14,
};

const capabilities = ["supports3DS", "supportsEMV", "supportsCredit", "supportsDebit"];
const contactFields = ["email", "name", "phone", "postalAddress", "phoneticName"];
const shippingTypes = ["shipping", "delivery", "storePickup", "servicePickup"];
const laterPayments = [
  "recurringPaymentRequest", "automaticReloadPaymentRequest", "multiTokenContexts", "deferredPaymentRequest",
];

const invalid = (message) => new TypeError(message);
const notNow = (message) => new DOMException(message, "InvalidAccessError");

function list(value, name) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid(`${name} must be an array.`);
  return value;
}

function requireOneOf(value, names, what) {
  if (!names.includes(value)) throw invalid(`"${value}" is not a valid ${what}.`);
}

/** Checks an amount: digits, a point and digits; a minus sign for a discount. */
function requireAmount(value, what) {
  if (!/^-?[0-9]+(\.[0-9]+)?$/.test(String(value))) throw invalid(`"${value}" is not a valid amount of ${what}.`);
}

/** A line of the sheet as a copy, so that the page can't change it later. */
function lineItem(item, what) {
  if (typeof item !== "object" || item === null) throw invalid(`${what} is missing.`);
  if (typeof item.label !== "string" || item.label === "") throw invalid(`${what} has no label.`);
  if (item.type !== undefined) requireOneOf(item.type, ["final", "pending"], "type of a line");
  if (item.amount !== undefined || item.type !== "pending") requireAmount(item.amount, what);
  return { ...item, amount: item.amount === undefined ? "" : String(item.amount) };
}

/** The total: above zero, or from version 4 zero or more. */
function totalLine(item, version) {
  const total = lineItem(item, "total");
  requireAmount(total.amount, "total");
  const isPositive = /[1-9]/.test(total.amount) && !total.amount.startsWith("-");
  const isZero = !/[1-9]/.test(total.amount);
  if (!isPositive && !(isZero && version >= 4)) throw invalid("Total amount is not greater than zero.");
  return total;
}

function shippingMethod(method) {
  const copy = lineItem(method, "a shipping method");
  for (const name of ["detail", "identifier"]) {
    if (typeof method[name] !== "string") throw invalid(`A shipping method has no ${name}.`);
  }
  return copy;
}

function requireMembers(request, version) {
  if (typeof request !== "object" || request === null) throw invalid("The payment request is not an object.");
  for (const name of Object.keys(request)) {
    if (!(name in requestMembers)) throw invalid(`${name} is no member of ApplePayPaymentRequest.`);
    if (requestMembers[name] > version) throw invalid(`${name} needs version ${requestMembers[name]}.`);
  }
  if (laterPayments.filter((name) => request[name] !== undefined).length > 1) {
    throw invalid(`A request may have only one of ${laterPayments.join(", ")}.`);
  }
}

function requireNetworks(names, version) {
  if (names.length === 0) throw invalid("At least one supported network must be provided.");
  for (const name of names) {
    const since = networks[String(name).toLowerCase()];
    if (since === undefined || since > version) throw invalid(`"${name}" is not a valid payment network.`);
  }
}

/** Checks a request, and copies what the session uses of it. */
function paymentRequest(request, version) {
  requireMembers(request, version);
  if (!/^[A-Z]{2}$/.test(request.countryCode)) throw invalid(`"${request.countryCode}" is not a valid country code.`);
  if (!/^[A-Z]{3}$/.test(request.currencyCode)) {
    throw invalid(`"${request.currencyCode}" is not a valid currency code.`);
  }
  const can = list(request.merchantCapabilities, "merchantCapabilities");
  if (can.length === 0) throw invalid("At least one merchant capability must be provided.");
  for (const name of can) requireOneOf(name, capabilities, "merchant capability");
  if (!can.includes("supports3DS")) throw invalid("merchantCapabilities must include supports3DS.");
  requireNetworks(list(request.supportedNetworks, "supportedNetworks"), version);
  const shippingFields = list(request.requiredShippingContactFields, "requiredShippingContactFields");
  const billingFields = list(request.requiredBillingContactFields, "requiredBillingContactFields");
  for (const name of [...shippingFields, ...billingFields]) requireOneOf(name, contactFields, "contact field");
  if (request.shippingType !== undefined) requireOneOf(request.shippingType, shippingTypes, "shipping type");
  const data = request.applicationData;
  if (data !== undefined && !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) throw invalid("applicationData is not base64.");
  return {
    currencyCode: request.currencyCode,
    networks: request.supportedNetworks.map((name) => name.toLowerCase()),
    total: totalLine(request.total, version),
    lineItems: list(request.lineItems, "lineItems").map((item) => lineItem(item, "a line item")),
    shippingMethods: list(request.shippingMethods, "shippingMethods").map(shippingMethod),
    shippingFields: [...shippingFields],
    billingFields: [...billingFields],
    applicationData: data,
    takesCoupons: request.supportsCouponCode === true,
    couponCode: request.couponCode ?? "",
  };
}
