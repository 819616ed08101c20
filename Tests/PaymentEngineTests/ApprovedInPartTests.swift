import AppleSimulator
import PaymentDomain
@testable import PaymentEngine
import Testing

@Suite("An approval in part whose reply was lost", .timeLimit(.minutes(5)))
struct ApprovedInPartTests {
    private func payment(_ source: PaymentSource, sale: Bool) throws -> PaymentCommand {
        var command = AuthorizeCommand(
            source: source, orderReference: "order", amount: try usd(1000),
            allowsPartialApproval: true)
        command.capturesAtOnce = sale
        return .authorize(command)
    }

    @Test(
        "is reported with its part to a client that sends the spent token again",
        arguments: [true, false], [true, false])
    func spentSource(isSale: Bool, isRegistered: Bool) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let part = try usd(400)
            await fixture.acquirer.answers { _ in .approval(of: part) }
            let source =
                isRegistered
                ? PaymentSource.registered(
                    try await client.register(id: "r-1"), expiry: nil, securityCode: nil)
                : .applePay(.fields(try fixture.token().fields))
            let command = try payment(source, sale: isSale)
            let number = try await client.authorization(command).number
            let spent = TokenRefusal.spent(on: number, sameOrder: true, approvedInPart: part)
            await #expect(throws: PaymentRefusal.token(spent)) { try await client.send(command) }
        }
    }

    @Test("is the same part by the rule on duplicates, and in an inquiry, once it is reversed too")
    func sameName() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let part = try usd(400)
            await fixture.acquirer.answers { _ in .approval(of: part) }
            let card = PaymentSource.keyed(
                KeyedCard(
                    pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12)))
            let command = try payment(card, sale: false)
            _ = try await client.authorization(command, rule: "authorization/1")
            let again = try await client.authorization(command, rule: "authorization/1")
            #expect(again.isRepetition)
            #expect(again.amountAuthorized == part)
            let inquiry = PaymentCommand.inquire(
                InquireCommand(clientName: nil, number: again.number))
            for isReversed in [false, true] {
                if isReversed { _ = try await client.release(again.number, nil) }
                guard case .found(let found) = try await client.send(inquiry) else {
                    throw UnexpectedResult()
                }
                let payment = try #require(found.first?.payment)
                #expect(found.first?.standing == .done)
                #expect(payment.amounts.approvedPart(of: payment.requested) == part)
            }
        }
    }

    @Test(
        "has a part where less was approved than asked for, but not of nothing",
        arguments: [(1000, 400, 400), (1000, 1000, nil), (1000, 0, nil), (0, 0, nil)]
            as [(Int64, Int64, Int64?)])
    func part(requested: Int64, authorized: Int64, part: Int64?) throws {
        var amounts = PaymentAmounts()
        amounts.authorized = authorized
        #expect(try amounts.approvedPart(of: usd(requested)) == part.map(usd))
    }
}
