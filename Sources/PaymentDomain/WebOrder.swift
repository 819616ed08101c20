/// An order of a merchant's shop on the web: what the merchant's own server, or an operator, said of it. No page can
/// change it.
///
/// It never changes. What became of it is read from its tries: try n is an authorization under the idempotency key
/// ``tryKey(_:)``, so that of two tries at once with one number the database takes one.
package struct WebOrder: Sendable, Hashable {
    /// A line that the customer sees on Apple's sheet and on the page.
    package struct Item: Sendable, Hashable {
        package let label: String
        package let amount: Money

        package init(label: String, amount: Money) {
            self.label = label
            self.amount = amount
        }
    }

    /// The protocol in which its payments are made.
    package static let dialect = "web"

    package let id: WebOrderID
    package let merchant: MerchantID
    /// The amount to pay. A token for any other amount is refused.
    package let amount: Money
    /// The shop's own name of the order.
    package let reference: String
    /// What the customer reads above the amount.
    package var description: String?
    package var items: [Item] = []
    /// Whether the approved amount is captured at once: a sale.
    package var capturesAtOnce = true
    package let createdAt: Timestamp
    /// From then on no new try begins.
    package let expiresAt: Timestamp

    /// An order with the fields that each has; set the others afterwards.
    package init(
        id: WebOrderID, merchant: MerchantID, amount: Money, reference: String,
        createdAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.merchant = merchant
        self.amount = amount
        self.reference = reference
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// The idempotency key of a try, counted from 1.
    package func tryKey(_ number: Int) -> String { "\(id)/\(number)" }
}

/// The name of an order: `ord_` and 24 characters, which hold 144 bits.
package struct WebOrderID: Sendable, Hashable, CustomStringConvertible {
    /// The start of each name.
    package static let prefix = "ord_"
    /// How many characters follow the prefix.
    package static let characters = 24

    package let value: String

    /// The name that bytes give: the first 24 of them, six bits of each.
    package init(from bytes: [UInt8]) {
        value = Self.prefix + Self.text(of: bytes)
    }

    /// A new name, all of it random.
    package init() {
        var generator = BufferedRandom()
        self.init(from: (0..<Self.characters).map { _ in generator.next() })
    }

    /// A name as somebody sent it; nil unless it has the form of ours.
    package init?(typed text: some StringProtocol) {
        guard text.hasPrefix(Self.prefix),
            text.utf8.count == Self.prefix.utf8.count + Self.characters,
            Self.isText(text.utf8.dropFirst(Self.prefix.utf8.count))
        else { return nil }
        value = String(text)
    }

    /// The whole name.
    package var description: String { value }

    /// The characters of 24 bytes, six bits of each. They fit into a URL, a header and a form as they are.
    package static func text(of bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(characters).map { alphabet[Int($0 & 63)] }, as: UTF8.self)
    }

    /// Whether characters are all of the alphabet.
    package static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

/// The limits of orders.
package enum WebOrderLimits {
    /// How many payments of one order may be tried.
    package static let tries = 10
    /// How long an order may be open, in seconds: up to 90 days.
    package static let seconds: ClosedRange<Int64> = 60...(90 * 86_400)
    /// How long it is open if nobody says: a day.
    package static let usualSeconds: Int64 = 86_400
    /// The most items of an order.
    package static let items = 50
    /// The longest label of an item, in bytes.
    package static let labelBytes = 100
    /// The longest description, in bytes.
    package static let descriptionBytes = 200
}
