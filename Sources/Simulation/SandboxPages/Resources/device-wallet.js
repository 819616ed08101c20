// The simulated wallet: cards as the sandbox mints them, and people who live where the sandbox's address check wants them.

const cards = [
  { name: "visa", label: "Visa ending in 3478", network: "visa" },
  { name: "mastercard", label: "Mastercard ending in 0049", network: "mastercard" },
  { name: "amex", label: "American Express ending in 9943", network: "amex" },
  { name: "discover", label: "Discover ending in 9818", network: "discover" },
  { name: "expired", label: "Visa ending in 3478, expired (declined)", network: "visa" },
];

const contacts = [
  {
    label: "Johanna Appleseed, Cupertino",
    givenName: "Johanna", familyName: "Appleseed", emailAddress: "johanna@example.com", phoneNumber: "4085550123",
    addressLines: ["1 Example Loop"], locality: "Cupertino", administrativeArea: "CA", postalCode: "95014",
    country: "United States", countryCode: "US",
  },
  {
    label: "Noah Fields, Denver (address doesn't match)",
    givenName: "Noah", familyName: "Fields", emailAddress: "noah@example.com", phoneNumber: "3035550199",
    addressLines: ["7 Example Street"], locality: "Denver", administrativeArea: "CO", postalCode: "80003",
    country: "United States", countryCode: "US",
  },
  {
    label: "Ada Brown, London (abroad)",
    givenName: "Ada", familyName: "Brown", emailAddress: "ada@example.com", phoneNumber: "2079460958",
    addressLines: ["10 Example Row"], locality: "London", administrativeArea: "", postalCode: "SW1A 1AA",
    country: "United Kingdom", countryCode: "GB",
  },
];

/** Which members of a contact each field that a page asks for has. */
const membersOfField = {
  email: ["emailAddress"],
  name: ["givenName", "familyName"],
  phone: ["phoneNumber"],
  phoneticName: [],
  postalAddress: ["addressLines", "locality", "administrativeArea", "postalCode", "country", "countryCode"],
};

function contactWith(contact, members) {
  return Object.fromEntries(members.map((name) => [name, contact[name]]));
}

/** What a page learns of a contact when the customer pays. */
function authorizedContact(contact, fields) {
  return contactWith(contact, fields.flatMap((field) => membersOfField[field]));
}

/** What a page learns of a contact before: enough for taxes and shipping. A British postal code loses its second half. */
function redactedContact(contact) {
  const seen = contactWith(contact, ["locality", "administrativeArea", "postalCode", "country", "countryCode"]);
  if (seen.countryCode === "GB") seen.postalCode = seen.postalCode.split(" ")[0];
  return seen;
}
