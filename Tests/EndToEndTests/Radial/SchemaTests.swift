import Foundation
import PaymentDomain
import Testing

@Suite(
    "Radial over HTTP: the schemas", .timeLimit(.minutes(20)), .server(),
    .enabled(if: Places.canValidate, "xmllint or the schemas are not here"))
struct SchemaTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    private func expectValid(
        _ text: String, _ schema: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await TemporaryFolder.lend { place in
            let run = try await CommandRun.run(
                Places.xmllint,
                [
                    "--nonet", "--noout", "--schema", Places.schema(schema),
                    try place.write(text, to: "reply.xml"),
                ])
            #expect(run.ending == .exited(0), "\(run.errors)", sourceLocation: sourceLocation)
        }
    }

    private static let authorization = [
        "draft-wallet/Payment-Service-CreditCardAuth-1.0.xsd",
        "public-2017/Payment-Service-CreditCardAuth-1.0.xsd",
    ]

    @Test(
        "replies to authorizations validate, approved or declined", arguments: authorization,
        ["14.99", "7000.51"])
    func authorizationReplies(schema: String, amount: String) async throws {
        let reply = try await shop.send(try shop.wallet(try dollars(amount), order: newName()))
        #expect(reply.status == 200)
        try await expectValid(reply.text, schema)
        let card = try await shop.send(
            shop.card("4111111111111111", try dollars(amount), order: newName(), code: "123"))
        try await expectValid(card.text, schema)
    }

    @Test("a wallet request as the tests send it validates too")
    func request() async throws {
        let message = try shop.wallet(try dollars("14.99"), order: newName())
        try await expectValid(
            message.body, "draft-wallet/Payment-Service-CreditCardAuth-1.0.xsd")
    }

    @Test("acknowledgements, funds and Faults validate")
    func otherReplies() async throws {
        let amount = try dollars("14.99")
        let payment = try await shop.approved(amount)
        let funds = try await shop.send(shop.confirmFunds(amount, payment))
        try await expectValid(funds.text, "public-2017/Payment-Service-ConfirmFunds-1.0.xsd")
        for message in [
            try shop.settle("Debit", try dollars("4.99"), payment),
            try shop.settle("Credit", try dollars("0.99"), payment),
            shop.cancel(try dollars("1.00"), payment),
        ] {
            let reply = try await shop.send(message)
            #expect(reply.isAcknowledged)
            try await expectValid(reply.text, "public-2017/Checkout-Datatypes-1.0.xsd")
        }
        let fault = try await shop.send(shop.cancel(try dollars("15.00"), payment))
        #expect(fault.faultCode != nil)
        try await expectValid(fault.text, "public-2017/Checkout-Service-Fault-1.0.xsd")
    }
}
