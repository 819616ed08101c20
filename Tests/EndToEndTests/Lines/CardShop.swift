import Foundation
import PaymentDomain

/// A shop that takes cards, by one protocol: what a production server can be paid with where there is no device.
protocol CardShop: Sendable {
    /// The protocol's name.
    var name: String { get }
    /// The captures that it makes of a payment of 10.00.
    var captures: [String] { get }

    /// Pays with a card; what the reply names the payment. A part is enough, if the protocol can say so.
    func pay(_ amount: Money, order: String, with card: KeyedCard) async throws -> PaidByCard
    func capture(_ amount: Money, of payment: PaidByCard) async throws -> PaidByCard
    /// Gives up a payment that isn't captured.
    func giveUp(_ payment: PaidByCard) async throws -> PaidByCard
    /// Takes back a capture that isn't settled.
    func takeBack(_ capture: PaidByCard) async throws -> PaidByCard
    /// Refunds (part of) a capture.
    func refund(_ amount: Money, of capture: PaidByCard) async throws -> PaidByCard
}

extension CardShop {
    func pay(_ amount: Money, order: String) async throws -> PaidByCard {
        try await pay(amount, order: order, with: KeyedCard())
    }

    /// Most protocols give up a captured payment as one that isn't.
    func takeBack(_ capture: PaidByCard) async throws -> PaidByCard { try await giveUp(capture) }
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

/// A shop of each protocol.
func cardShops(of server: RunningServer) -> [any CardShop] {
    [
        VantivCardShop(server), CardPointeCardShop(server), InstaMedCardShop(server),
        RadialCardShop(server),
    ]
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

/// A card as a person keys it in.
struct KeyedCard: Sendable {
    var number = "4457010000000009"
    var securityCode: String?
    var postalCode: String?

    /// What is there of the cardholder, under a protocol's names.
    func fields(
        postalCode postal: String, securityCode code: String
    ) -> [(String, String)] {
        [(postal, postalCode), (code, securityCode)].compactMap { name, value in
            value.map { (name, $0) }
        }
    }
}

/// The cryptogram of a device, for the protocols that take one: each pays once.
func cryptogram() -> String {
    Data((0..<20).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
}
