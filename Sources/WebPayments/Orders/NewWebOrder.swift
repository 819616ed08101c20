import DialectKit
import PaymentDomain
import StrictCoding

/// An order that a shop's server, or an operator, asks for.
package struct NewWebOrder: Sendable, Hashable {
    package let amount: Money
    package let reference: String
    package var description: String?
    package var items: [WebOrder.Item] = []
    package var capturesAtOnce = true
    /// How long it is open, in seconds.
    package var seconds = WebOrderLimits.usualSeconds

    /// An order as somebody typed it.
    ///
    /// - Throws: ``OrderProblem``.
    package init(
        amount: String?, currency: String?, reference: String?, description: String? = nil,
        seconds: Int64 = WebOrderLimits.usualSeconds
    ) throws(OrderProblem) {
        guard let code = currency, let currency = Currency(code: code), currency.code == code else {
            throw OrderProblem(.currency)
        }
        self.amount = try Self.money(amount, currency)
        guard !self.amount.isZero else { throw OrderProblem(.amount) }
        self.reference = try Self.text(
            reference, upTo: Limits.orderReferenceBytes, else: .reference)
        self.description = try description.map { (text) throws(OrderProblem) in
            try Self.text(text, upTo: WebOrderLimits.descriptionBytes, else: .description)
        }
        guard WebOrderLimits.seconds.contains(seconds) else { throw OrderProblem(.expiry) }
        self.seconds = seconds
    }

    /// Reads the body of `POST /orders`.
    ///
    /// - Throws: ``OrderProblem``.
    init(_ body: [UInt8]) throws(OrderProblem) {
        let object = try OrderBody.object(body)
        guard object.keys.allSatisfy(Self.members.contains) else {
            throw OrderProblem(.unknownMember)
        }
        try self.init(
            amount: object["amount"]?.text, currency: object["currency"]?.text,
            reference: object["reference"]?.text)
        if let description = object["description"] {
            self.description = try Self.text(
                description.text, upTo: WebOrderLimits.descriptionBytes, else: .description)
        }
        if let items = object["items"] { self.items = try Self.items(items, amount.currency) }
        if let capture = object["capture"] {
            guard let word = capture.text, ["automatic", "manual"].contains(word) else {
                throw OrderProblem(.capture)
            }
            capturesAtOnce = word == "automatic"
        }
        if let expiry = object["expires_in"] {
            guard case .number(let digits) = expiry, let seconds = Int64(digits),
                WebOrderLimits.seconds.contains(seconds)
            else { throw OrderProblem(.expiry) }
            self.seconds = seconds
        }
    }

    private static let members: Set = [
        "amount", "currency", "reference", "description", "items", "capture", "expires_in",
    ]

    private static func items(
        _ value: JSONValue, _ currency: Currency
    ) throws(OrderProblem) -> [WebOrder.Item] {
        guard let elements = value.elements, elements.count <= WebOrderLimits.items else {
            throw OrderProblem(.items)
        }
        return try elements.map { (element) throws(OrderProblem) in
            guard let item = element.object, item.keys.allSatisfy(["label", "amount"].contains)
            else { throw OrderProblem(.items) }
            return WebOrder.Item(
                label: try text(
                    item["label"]?.text, upTo: WebOrderLimits.labelBytes, else: .items),
                amount: try money(item["amount"]?.text, currency))
        }
    }

    private static func money(_ text: String?, _ currency: Currency) throws(OrderProblem) -> Money {
        guard let text, let amount = try? Money(decimal: text, currency: currency) else {
            throw OrderProblem(.amount)
        }
        return amount
    }

    /// A text that is kept in the clear, and shown.
    private static func text(
        _ text: String?, upTo limit: Int, else rule: OrderRule
    ) throws(OrderProblem) -> String {
        guard let text, (1...limit).contains(text.utf8.count), !text.hasControlCharacter else {
            throw OrderProblem(rule)
        }
        guard !CardDigits.areIn(text) else { throw OrderProblem(.looksLikeCard) }
        return text
    }
}

/// Reads the JSON bodies of requests about orders.
enum OrderBody {
    /// The object that a body is.
    static func object(_ body: [UInt8]) throws(OrderProblem) -> JSONObject {
        do {
            return try JSONObject(reading: body)
        } catch {
            throw OrderProblem(error)
        }
    }

    /// Refuses a body that a page may send without asking its browser's leave.
    ///
    /// Source: WHATWG, Fetch, 2.2.2: only three content types need no preflight, and JSON's isn't one of them.
    static func requireJSON(_ head: RequestHead) throws(OrderProblem) {
        let types = head.headers.filter { $0.name == "content-type" }
        let type = types.first?.value.prefix { $0 != ";" }
        guard types.count == 1, let type,
            ASCIICase.lowered(String(type)).filter({ $0 != " " }) == "application/json"
        else { throw OrderProblem(.contentTypeNotJSON) }
    }
}
