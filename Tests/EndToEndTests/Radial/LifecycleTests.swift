import PaymentDomain
import Testing

@Suite("Radial over HTTP: the life of a payment", .timeLimit(.minutes(20)), .server())
struct LifecycleTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    private func amounts(of payment: ApprovedPayment) async throws -> Payment {
        let both = try await EachDatabase.read(shop.server.folder)
        #expect(both.agree(on: payment.order))
        return try both.payment(of: payment.order)
    }

    @Test("an authorization is captured in parts, and the final debit releases the remainder")
    func captureInParts() async throws {
        let payment = try await shop.approved(try dollars("30.00"))
        for part in ["5.00", "7.50"] {
            let message = try shop.settle("Debit", try dollars(part), payment)
            #expect(try await shop.send(message).isAcknowledged)
        }
        let last = try shop.settle("Debit", try dollars("2.50"), payment, isFinal: true)
        #expect(try await shop.send(last).isAcknowledged)
        let done = try await amounts(of: payment)
        #expect(done.amounts.captured == 1500 && done.amounts.released == 1500)
        let more = try shop.settle("Debit", try dollars("0.01"), payment)
        #expect(try await shop.send(more).status == 400)
    }

    @Test("a final debit of nothing releases the authorization")
    func finalDebitOfZero() async throws {
        let payment = try await shop.approved(try dollars("30.00"))
        let message = try shop.settle("Debit", .zero(.usd), payment, isFinal: true)
        #expect(try await shop.send(message).isAcknowledged)
        #expect(try await amounts(of: payment).state == .released)
    }

    @Test("more than the hold is not captured")
    func overCapture() async throws {
        let payment = try await shop.approved(try dollars("30.00"))
        let message = try shop.settle("Debit", try dollars("30.01"), payment)
        let reply = try await shop.send(message)
        #expect(reply.status == 400 && reply.faultReason == "amount-exceeded")
        #expect(try await amounts(of: payment).amounts.captured == 0)
    }

    @Test("credits give back what was captured, and not a cent more")
    func refunds() async throws {
        let payment = try await shop.approved(try dollars("30.00"))
        let early = try shop.settle("Credit", try dollars("1.00"), payment)
        #expect(try await shop.send(early).faultReason == "amount-exceeded")
        let capture = try shop.settle("Debit", try dollars("20.00"), payment)
        #expect(try await shop.send(capture).isAcknowledged)
        for part in ["15.00", "5.00"] {
            let message = try shop.settle("Credit", try dollars(part), payment)
            #expect(try await shop.send(message).isAcknowledged)
        }
        let over = try shop.settle("Credit", try dollars("0.01"), payment)
        #expect(try await shop.send(over).faultReason == "amount-exceeded")
        let done = try await amounts(of: payment).amounts
        #expect(done.captured == 2000 && done.refunded == 2000)
    }

    @Test("an authorization is released in parts or whole")
    func cancels() async throws {
        let payment = try await shop.approved(try dollars("30.00"))
        #expect(try await shop.send(shop.cancel(try dollars("10.00"), payment)).isAcknowledged)
        #expect(try await amounts(of: payment).amounts.released == 1000)
        #expect(try await shop.send(shop.cancel(try dollars("20.01"), payment)).status == 400)
        #expect(try await shop.send(shop.cancel(try dollars("20.00"), payment)).isAcknowledged)
        #expect(try await amounts(of: payment).state == .released)
        let capture = try shop.settle("Debit", try dollars("1.00"), payment)
        #expect(try await shop.send(capture).faultCode == "InvalidPaymentStateException")
    }

    @Test("DW is for the authorization alone")
    func walletTender() async throws {
        let amount = try dollars("30.00")
        let paid = try await shop.approved(amount)
        let wallet = ApprovedPayment(order: paid.order, handle: paid.handle, tender: "DW")
        for message in [
            shop.cancel(amount, wallet), try shop.settle("Debit", amount, wallet),
            shop.confirmFunds(amount, wallet),
        ] {
            #expect(try await shop.send(message).faultCode == "InvalidTenderTypeException")
        }
    }

    @Test("funds are there while they are held, and not after their release")
    func confirmFunds() async throws {
        let amount = try dollars("30.00")
        let payment = try await shop.approved(amount)
        let held = try await shop.send(shop.confirmFunds(amount, payment))
        #expect(held.element("FundsAvailable") == "Success")
        #expect(held.element("ReauthorizationAttempted") == "false")
        let more = try await shop.send(shop.confirmFunds(try dollars("30.01"), payment))
        #expect(more.element("FundsAvailable") == "Fail")
        #expect(try await shop.send(shop.cancel(amount, payment)).isAcknowledged)
        let gone = try await shop.send(shop.confirmFunds(amount, payment))
        #expect(gone.element("FundsAvailable") == "Fail")
    }

    @Test("a payment that is not there, or is another card's, is not found")
    func notFound() async throws {
        let amount = try dollars("30.00")
        let payment = try await shop.approved(amount)
        let other = try await shop.approved(amount, card: .amex)
        for reference in [
            ApprovedPayment(order: "NOSUCHORDER", handle: payment.handle, tender: "VC"),
            ApprovedPayment(order: payment.order, handle: other.handle, tender: other.tender),
        ] {
            let reply = try await shop.send(try shop.settle("Debit", amount, reference))
            #expect(reply.status == 404 && reply.faultCode == "NoAuthFoundException")
        }
    }

    @Test("a refusal of the acquirer changes nothing, and is the answer to its requestId")
    func acquirerRefuses() async throws {
        let payment = try await shop.approved(try dollars("7500.00"))
        let message = try shop.settle("Debit", try dollars("7200.05"), payment)
        let reply = try await shop.send(message)
        #expect(reply.status == 422 && reply.faultCode == "PaymentRefusedException")
        let again = try await shop.send(message)
        #expect(again.status == 422 && again.faultReason == "acquirer-refused")
        #expect(try await amounts(of: payment).amounts.remaining == 750_000)
    }
}
