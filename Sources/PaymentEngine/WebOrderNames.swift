import CardVault
import PaymentDomain

/// The secrets of orders, which are made of an order's name and the key for hashes. Nothing of them is stored, and no
/// wrong one costs a look at the database.
///
/// The client secret is what a page proves its order with. A link is all that the customer of a hosted page has. Each
/// holds 144 bits that nobody can know without the key. No rotation replaces that key, so both stay good.
package struct WebOrderNames: Sendable {
    private let vault: CardVault
    private static let divider = "_secret_"

    package init(_ vault: CardVault) {
        self.vault = vault
    }

    /// The name of a new order.
    ///
    /// - Parameter key: The idempotency key of the request for it: the same key of a merchant gives the same name, also after
    ///   the restore of a backup. Another name would let a paid order be paid again.
    package func name(for merchant: MerchantID, key: String?) -> WebOrderID {
        guard let key else { return WebOrderID() }
        return WebOrderID(from: code("name", [merchant.value, key]))
    }

    /// `ord_…_secret_…`.
    package func clientSecret(of order: WebOrderID) -> String {
        order.value + Self.divider + secret("client secret", order)
    }

    /// The last part of the address of the order's page.
    package func link(of order: WebOrderID) -> String {
        order.value.dropFirst(WebOrderID.prefix.count) + secret("link", order)
    }

    /// The order of a client secret; nil unless it is right.
    package func order(withClientSecret text: String) -> WebOrderID? {
        guard let divider = text.firstRange(of: Self.divider),
            let order = WebOrderID(typed: text[..<divider.lowerBound]),
            isRight(text[divider.upperBound...], "client secret", order)
        else { return nil }
        return order
    }

    /// The order of a link; nil unless it is right.
    package func order(withLink text: String) -> WebOrderID? {
        guard text.utf8.count == 2 * WebOrderID.characters,
            let order = WebOrderID(typed: WebOrderID.prefix + text.prefix(WebOrderID.characters)),
            isRight(text.dropFirst(WebOrderID.characters), "link", order)
        else { return nil }
        return order
    }

    /// Looks at all bytes, wherever they differ.
    private func isRight(_ text: Substring, _ purpose: String, _ order: WebOrderID) -> Bool {
        let right = secret(purpose, order).utf8
        return right.count == text.utf8.count
            && zip(right, text.utf8).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }

    private func secret(_ purpose: String, _ order: WebOrderID) -> String {
        WebOrderID.text(of: code(purpose, [order.value]))
    }

    private func code(_ purpose: String, _ parts: [String]) -> [UInt8] {
        vault.digest(of: (["coster web order", purpose] + parts).map { Array($0.utf8) })
    }
}
