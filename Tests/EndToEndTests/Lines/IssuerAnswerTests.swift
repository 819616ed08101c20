import PaymentDomain
import Testing

@Suite("What the issuer says over a line to Worldpay", .timeLimit(.minutes(20)))
struct IssuerAnswerTests {
    /// What a shop sends, and what the reply to it must have.
    struct Row: Sendable {
        let shop: String
        var postalCode: String?
        var securityCode: String?
        let pieces: [String]
    }

    private static let checks = [
        Row(
            shop: "vantiv", postalCode: "10000", securityCode: "900",
            pieces: [
                "<avsResult>00</avsResult>", "<cardValidationResult>M</cardValidationResult>",
            ]),
        Row(
            shop: "vantiv", postalCode: "10010", securityCode: "901",
            pieces: [
                "<avsResult>10</avsResult>", "<cardValidationResult>N</cardValidationResult>",
            ]),
        Row(
            shop: "cardconnect", postalCode: "10000", securityCode: "900",
            pieces: [#""avsresp":"Y""#, #""cvvresp":"M""#]),
        Row(
            shop: "cardconnect", postalCode: "10012", securityCode: "902",
            pieces: [#""avsresp":"A""#, #""cvvresp":"P""#]),
        Row(
            shop: "instamed", postalCode: "10000", securityCode: "900",
            pieces: ["addressVerificationResponseCode=Y", "cardVerificationResponseCode=M"]),
        Row(
            shop: "instamed", postalCode: "10031", securityCode: "904",
            pieces: ["addressVerificationResponseCode=R", "cardVerificationResponseCode=U"]),
        Row(
            shop: "radial", postalCode: "10000", securityCode: "900",
            pieces: [
                ">APPROVED<", "<AVSResponseCode>Y<", "<CVV2ResponseCode>M<",
            ]),
        // Radial's clients ask the customer again.
        Row(
            shop: "radial", postalCode: "10020", securityCode: "901",
            pieces: [
                ">AVSCSC<", "<AVSResponseCode>N<", "<CVV2ResponseCode>N<",
            ]),
        Row(shop: "radial", postalCode: "10020", pieces: [">AVS<", "<AVSResponseCode>N<"]),
    ]

    @Test(
        "the checks of the address and of the security code are told in the words of each protocol")
    func checks() async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            for row in Self.checks {
                let shop = try #require(production.shops.first { $0.name == row.shop })
                let card = KeyedCard(
                    securityCode: row.securityCode, postalCode: row.postalCode)
                let paid = try await shop.pay(
                    try dollars("5.00"), order: newName(), with: card)
                for piece in row.pieces {
                    #expect(paid.text.contains(piece), "\(row) \(paid.text)")
                }
            }
        }
    }

    /// The replies to 7100.13, of which the host approves half if it may.
    private static let parts = [
        Row(
            shop: "vantiv",
            pieces: ["<response>010</response>", "<approvedAmount>355006</approvedAmount>"]),
        Row(
            shop: "cardconnect", pieces: [#""respstat":"A""#, #""amount":"3550.06""#]),
        Row(
            shop: "instamed",
            pieces: ["responseCode=010", "partialApprovalAmount=3550.06"]),
        // Radial has no word for a part, so the host isn't allowed one.
        Row(shop: "radial", pieces: [">APPROVED<", ">7100.13</AmountAuthorized>"]),
    ]

    @Test("an approval of a part is told in the words of each protocol, and is what is held")
    func parts() async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            for row in Self.parts {
                let shop = try #require(production.shops.first { $0.name == row.shop })
                let paid = try await shop.pay(try dollars("7100.13"), order: newName())
                for piece in row.pieces {
                    #expect(paid.text.contains(piece), "\(row) \(paid.text)")
                }
            }
            try await production.settled()
            #expect(try await production.disagreements() == [])
            let held = try await production.database.payments().map(\.amounts.authorized)
            #expect(held.sorted() == [355_006, 355_006, 355_006, 710_013])
        }
    }
}
