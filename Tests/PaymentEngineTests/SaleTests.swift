import PaymentDomain
import PaymentEngine
import Testing

@Suite("Sales, and captures under an approval from elsewhere", .timeLimit(.minutes(5)))
struct SaleTests {
    @Test("a sale is an authorization whose capture is booked with the approval")
    func sale() async throws {
        try await withEngine { (fixture) async throws in
            let answer = try await NumberedClient(fixture: fixture).pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            #expect(answer.outcome == .approved)
            #expect(answer.number != nil)
            let amounts = try await fixture.payment().amounts
            #expect([amounts.authorized, amounts.captured, amounts.capturing] == [1000, 1000, 0])
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture])
        }
    }

    @Test("of a partial approval, a sale captures the part")
    func partialSale() async throws {
        try await withEngine { (fixture) async throws in
            let half = try usd(500)
            await fixture.acquirer.answers { _ in .approval(of: half) }
            var command = AuthorizeCommand(
                source: .applePay(.fields(try fixture.token().fields)), orderReference: "order",
                amount: try usd(1000), allowsPartialApproval: true)
            command.capturesAtOnce = true
            let answer = try await NumberedClient(fixture: fixture).authorization(
                .authorize(command))
            #expect(answer.amountAuthorized == half)
            #expect(try await fixture.payment().amounts.captured == 500)
        }
    }

    @Test("a sale that is declined captures nothing")
    func declinedSale() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            let answer = try await NumberedClient(fixture: fixture).pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            #expect(answer.outcome == .declined(.doNotHonor))
            #expect(await fixture.acquirer.told.isEmpty)
        }
    }

    @Test("a sale whose capture the acquirer refuses is declined, and its authorization released")
    func refusedCapture() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.replies {
                $0.kind == .capture ? .refused(.invalidAmount) : .acknowledged(nil)
            }
            let answer = try await NumberedClient(fixture: fixture).pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            #expect(answer.outcome == .declined(.invalidAmount))
            #expect(answer.amountAuthorized.isZero)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture, .release])
            #expect(try await fixture.payment().state == .released)
        }
    }

    @Test("so it is if the request ends before the release of its hold is answered")
    func refusedCaptureCutOff() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            await fixture.acquirer.replies { message in
                guard message.kind == .release else { return .refused(.invalidAmount) }
                faults.set(.refused, on: .conclude)
                return .acknowledged(nil)
            }
            let answer = try await NumberedClient(fixture: fixture).pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            #expect(answer.outcome == .declined(.invalidAmount))
            #expect(try await fixture.payment().state == .authorized)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            faults.set(nil, on: .conclude)
            await expectRefusal("depleted") { try await fixture.capture(1000) }
            fixture.clock.advance(seconds: 60)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            #expect(try await fixture.payment().state == .released)
        }
    }

    @Test("a sale whose capture is not answered is final, and is sent until it is")
    func unansweredCapture() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.replies { _ in .unanswered }
            let answer = try await NumberedClient(fixture: fixture).pay(
                .applePay(.fields(try fixture.token().fields)), sale: true)
            #expect(answer.outcome == .approved)
            #expect(try await fixture.payment().amounts.capturing == 1000)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            let later = fixture.clock.now.adding(seconds: 60)
            #expect(await fixture.worker.runOnce(at: later).answered == 1)
            #expect(try await fixture.payment().amounts.captured == 1000)
        }
    }

    @Test("an approval from elsewhere is sent, not asked for, and captured at once")
    func priorApproval() async throws {
        try await withEngine { (fixture) async throws in
            var command = AuthorizeCommand(
                source: .applePay(.fields(try fixture.token().fields)), orderReference: "order",
                amount: try usd(1000))
            command.capturesAtOnce = true
            command.priorApproval = PriorApproval(code: "V12345")
            _ = try await NumberedClient(fixture: fixture).authorization(.authorize(command))
            let asked = try #require(await fixture.acquirer.asked.first)
            #expect(asked.purpose == .priorApproval(code: "V12345"))
            #expect(try await fixture.payment().amounts.captured == 1000)
        }
    }

    @Test("an approval from elsewhere that is not captured at once is a hold like any other")
    func priorApprovalHeld() async throws {
        try await withEngine { (fixture) async throws in
            var numbers: [TransactionNumber] = []
            for order in ["held", "captured", "voided"] {
                var command = AuthorizeCommand(
                    source: .applePay(.fields(try fixture.token().fields)), orderReference: order,
                    amount: try usd(1000))
                command.priorApproval = PriorApproval(code: "V12345")
                let answer = try await NumberedClient(fixture: fixture).authorization(
                    .authorize(command))
                #expect(answer.outcome == .approved)
                numbers.append(try #require(answer.number))
            }
            let purpose = AcquirerAuthorization.Purpose.priorApproval(code: "V12345")
            #expect(await fixture.acquirer.asked.allSatisfy { $0.purpose == purpose })
            #expect(try await fixture.store.audit().breaches == [])
            let client = LifelongClient(fixture: fixture)
            #expect(try await client.found(numbers[0]).kind == .authorization)
            #expect(try await client.capture(numbers[1], 400).payment?.amounts.captured == 400)
            #expect(try await client.cancel(numbers[2]).payment?.state == .released)
            #expect(try await fixture.store.audit().breaches == [])
        }
    }

    @Test("a number that is taken is followed by the next, for payments and for captures")
    func numbersTaken() async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let number = try #require(TransactionNumber(100_000_000_000_000_000))
            var answers: [TransactionNumber?] = []
            for _ in 0..<2 {
                let command = AuthorizeCommand(
                    source: .applePay(.fields(try fixture.token().fields)),
                    orderReference: "order", amount: try usd(1000))
                guard
                    case .authorization(let answer) = try await client.send(
                        .authorize(command), number: number)
                else { throw UnexpectedResult() }
                answers.append(answer.number)
            }
            #expect(answers == [number, number.next])
            let capture = CaptureCommand(
                reference: .number(number), amount: nil, isFinal: true)
            guard
                case .recorded(let captured) = try await client.send(
                    .capture(capture), number: number)
            else { throw UnexpectedResult() }
            #expect(captured.number == number.next.next)
        }
    }
}
