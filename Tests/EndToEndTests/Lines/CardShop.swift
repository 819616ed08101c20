import Foundation
import PaymentDomain

/// A shop that takes cards, by one protocol: what a production server can be paid with where there is no device.
protocol CardShop: Sendable {
    /// The protocol's name.
    var name: String { get }
    /// The captures that it makes of a payment of 10.00.
    var captures: [String] { get }

    /// Pays with a card; what the reply names the payment.
    func pay(_ amount: Money, order: String) async throws -> PaidByCard
    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard
    /// Gives up a payment that isn't captured.
    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard
    /// Refunds (part of) a capture.
    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard
}

/// What a shop was told.
struct PaidByCard: Sendable {
    let isApproved: Bool
    let order: String
    let amount: Money
    /// What the protocol calls the payment, or the operation.
    let name: String
    let text: String
}

/// How each shop's client is called, in the words of `coster merchant credential create`.
let cardShopClients: [(String, [String])] = [
    ("vantiv", ["--user", "flowers", "--merchant-id", "0271"]),
    ("cardconnect", ["--user", "flowers", "--merchid", "820000000001", "--site", "*"]),
    ("instamed", ["--user", "flowers@shop", "--merchant-id", "FLOWERS"]),
    ("radial", ["--store", "FLOWERS"]),
]
/// The secret of each shop's client.
let cardShopSecret = "tulips-and-roses"
/// The card that pays.
private let cardNumber = "4457010000000009"
/// The cryptogram of a device, for the protocols that take one: each pays once.
private func cryptogram() -> String {
    Data((0..<20).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
}

struct VantivCardShop: CardShop {
    let shop: VantivTestShop
    let name = "vantiv"
    let captures = ["3.00", "4.00"]

    init(_ server: RunningServer) {
        var shop = VantivTestShop(server: server)
        (shop.user, shop.password, shop.merchantID) = ("flowers", cardShopSecret, "0271")
        self.shop = shop
    }

    func pay(_ amount: Money, order: String) async throws -> PaidByCard {
        let proof =
            "<cardholderAuthentication><authenticationValue>\(cryptogram())</authenticationValue></cardholderAuthentication>"
        return try await send(
            "authorization", shop.order(order, amount) + shop.card(cardNumber) + proof, order,
            amount)
    }

    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            "capture", shop.referenced(payment.name, amount), payment.order, amount,
            attributes: " partial=\"true\"")
    }

    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            "authReversal", shop.referenced(payment.name), payment.order, payment.amount)
    }

    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard {
        try await send("credit", shop.referenced(capture.name, amount), capture.order, amount)
    }

    private func send(
        _ transaction: String, _ content: String, _ order: String, _ amount: Money,
        attributes: String = ""
    ) async throws -> PaidByCard {
        let reply = try await shop.send(
            shop.online(transaction, content, attributes: attributes))
        return PaidByCard(
            isApproved: reply.element("response") == "000", order: order, amount: amount,
            name: reply.element(shop.number) ?? "", text: reply.text)
    }
}

struct CardPointeCardShop: CardShop {
    let shop: CardConnectTestShop
    let name = "cardconnect"
    /// Source: CardPointe Gateway API: until it is settled, a capture takes an earlier one's place.
    let captures = ["3.00", "4.00"]

    init(_ server: RunningServer) {
        var shop = CardConnectTestShop(server: server)
        (shop.user, shop.password, shop.merchid) = ("flowers", cardShopSecret, "820000000001")
        self.shop = shop
    }

    func pay(_ amount: Money, order: String) async throws -> PaidByCard {
        try await send(
            "auth",
            [
                ("account", cardNumber), ("expiry", "1249"), ("amount", amount.decimal),
                ("orderid", order),
            ], order, amount)
    }

    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            "capture", [("retref", payment.name), ("amount", amount.decimal)], payment.order,
            amount)
    }

    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard {
        try await send("void", [("retref", payment.name)], payment.order, payment.amount)
    }

    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard {
        try await send(
            "refund", [("retref", capture.name), ("amount", amount.decimal)], capture.order,
            amount)
    }

    private func send(
        _ endpoint: String, _ fields: [(String, String)], _ order: String, _ amount: Money
    ) async throws -> PaidByCard {
        let reply = try await shop.put(endpoint, fields)
        return PaidByCard(
            isApproved: reply.member("respstat") == "A", order: order, amount: amount,
            name: reply.member("retref") ?? "", text: reply.text)
    }
}

struct InstaMedCardShop: CardShop {
    let shop: InstaMedTestShop
    let name = "instamed"
    /// InstaMed captures once; the rest is released.
    let captures = ["4.00"]

    init(_ server: RunningServer) {
        var shop = InstaMedTestShop(server: server)
        (shop.user, shop.password) = ("flowers@shop", cardShopSecret)
        shop.outlet = [("merchantID", "FLOWERS"), ("storeID", "1"), ("terminalID", "1")]
        self.shop = shop
    }

    func pay(_ amount: Money, order: String) async throws -> PaidByCard {
        let fields = [
            ("transactionType", "CreditCard"), ("cardNumber", cardNumber),
            ("cardExpDate", "12-49"), ("amount", amount.decimal),
            ("cardPresentStatus", "PresentManualKey"),
        ]
        return try await send(shop.form("Auth", fields), amount)
    }

    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard {
        try await send(shop.referenced("Capture", payment.name, amount), amount)
    }

    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard {
        try await send(shop.referenced("Void", payment.name), payment.amount)
    }

    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard {
        try await send(shop.referenced("SimpleRefund", capture.name, amount), amount)
    }

    private func send(_ form: String, _ amount: Money) async throws -> PaidByCard {
        let reply = try await shop.send(form)
        return PaidByCard(
            isApproved: reply.field("errorCode") == nil
                && reply.field("transactionStatus") != "D",
            order: "", amount: amount, name: reply.field("transactionID") ?? "", text: reply.text)
    }
}

struct RadialCardShop: CardShop {
    let shop: RadialShop
    let name = "radial"
    let captures = ["3.00", "4.00"]

    init(_ server: RunningServer) {
        shop = RadialShop(server: server)
    }

    func pay(_ amount: Money, order: String) async throws -> PaidByCard {
        let proof = RadialXML.proof(cryptogram(), indicator: "07")
        return try await send(
            shop.card(cardNumber, amount, order: order, proof: proof), order, amount)
    }

    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            try shop.settle("Debit", amount, approved(payment)), payment.order, amount,
            named: payment.name)
    }

    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard {
        try await send(
            shop.cancel(payment.amount, approved(payment)), payment.order, payment.amount,
            named: payment.name)
    }

    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard {
        try await send(
            try shop.settle("Credit", amount, approved(capture)), capture.order, amount,
            named: capture.name)
    }

    private func approved(_ payment: PaidByCard) -> ApprovedPayment {
        ApprovedPayment(order: payment.order, handle: payment.name, tender: "VC")
    }

    private func send(
        _ message: RadialMessage, _ order: String, _ amount: Money, named name: String? = nil
    ) async throws -> PaidByCard {
        var message = message
        (message.store, message.key) = ("FLOWERS", ("apikey", cardShopSecret))
        let reply = try await shop.send(message)
        let isApproved =
            reply.isAcknowledged || ["APPROVED", "SUCCESS"].contains(reply.element("ResponseCode"))
        return PaidByCard(
            isApproved: isApproved, order: order, amount: amount,
            name: name ?? reply.element("PaymentAccountUniqueId") ?? "", text: reply.text)
    }
}
