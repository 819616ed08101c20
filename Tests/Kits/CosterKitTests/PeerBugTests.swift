import CosterKit
import Foundation
import Testing

@Suite("Bugs that users of other SDKs reported don't exist here", .timeLimit(.minutes(5)))
@MainActor
struct PeerBugTests {
    private let sheet = TestSheet()
    private let paymentData = Data(Samples.json().utf8)

    @Test(
        """
        stripe-ios 1467, tipsi-stripe 525, cordova-plugin-applepay 54: a late answer isn't a decline
        """)
    func lateAnswer() async throws {
        let (deadline, server) = (Gate(), Gate())
        let steps = PaymentSteps.steps(tokenizer: try ScriptedTokenizer.willing()) {
            deadline.open()
            await server.wait()
            return .paid(reference: "too late")
        }
        let data = paymentData
        let flow = try sheet.flow(steps, deadline: PaymentDeadline { try await deadline.pass() }) {
            $0.authorized(data)
        }
        #expect(await flow.run() == .unknown)
        server.open()
        #expect(sheet.answers == [.failure([])])
    }

    @Test(
        "frames-ios 542, braintree_ios 93: whatever the end, the sheet gets its one answer",
        arguments: [
            (.paid(reference: "9"), .paid(reference: "9"), .success),
            (.declined(decline), .declined(decline), .failure(decline.sheetErrors)),
            (.failed(.notSent), .failed(.client(.notSent)), .failure([])),
            (.unknown, .unknown, .failure([])),
        ] as [(ServerAnswer, PaymentOutcome, SheetAnswer)])
    func everyEndAnswers(
        server: ServerAnswer, outcome: PaymentOutcome, answer: SheetAnswer
    ) async throws {
        let steps = PaymentSteps.steps(tokenizer: try ScriptedTokenizer.willing()) { server }
        let data = paymentData
        let flow = try sheet.flow(steps) { $0.authorized(data) }
        #expect(await flow.run() == outcome)
        #expect(sheet.answers == [answer])
        #expect(sheet.dismissals == 1)
    }

    @Test(
        """
        adyen-ios 517, 747, 748, 1405, 1408, 1838, 2382, adyen-react-native 109: closing the sheet \
        is cancelled, and closes it once
        """)
    func cancel() async throws {
        let steps = PaymentSteps.steps(tokenizer: try ScriptedTokenizer.willing()) { .unknown }
        let flow = try sheet.flow(steps) { $0.finished() }
        #expect(await flow.run() == .cancelled)
        flow.finished()
        #expect(sheet.dismissals == 1)
        #expect(sheet.answers.isEmpty)
    }

    @Test("adyen-ios 2207: after a cancelled payment the next one works")
    func again() async throws {
        let steps = PaymentSteps.steps(tokenizer: try ScriptedTokenizer.willing()) {
            .paid(reference: "2")
        }
        let first = try sheet.flow(steps) { $0.finished() }
        #expect(await first.run() == .cancelled)
        let data = paymentData
        let second = try sheet.flow(steps) { $0.authorized(data) }
        #expect(await second.run() == .paid(reference: "2"))
    }

    @Test("stripe-ios PR 1888: a sheet that can't be shown is an outcome, not a hang")
    func notPresented() async throws {
        let steps = PaymentSteps.steps(tokenizer: try ScriptedTokenizer.willing()) { .unknown }
        let flow = try sheet.flow(steps) { _ in }
        sheet.onPresent = { false }
        #expect(await flow.run() == .failed(.notPresented))
    }

    @Test("checkout-sheet-kit-swift 514: a double tap is busy, and disturbs nothing")
    func doubleTap() async throws {
        let steps = PaymentSteps.steps(tokenizer: try ScriptedTokenizer.willing()) {
            .paid(reference: "1")
        }
        let second = Gate()
        let data = paymentData
        let flow = try sheet.flow(steps) { flow in
            Task {
                #expect(await flow.run() == .failed(.busy))
                flow.authorized(data)
                flow.authorized(data)
                second.open()
            }
        }
        #expect(await flow.run() == .paid(reference: "1"))
        await second.wait()
        #expect(sheet.answers == [.success])
        #expect(sheet.refusals == 1)
    }

    @Test(
        """
        adyen-ios 204, adyen-react-native 767, braintree_ios 334, rnw-community 210, \
        flutter-plugin 44, 59, 219, cordova-plugin-applepay 29, 36: an empty token is named
        """,
        arguments: ["", "\"\"", " \n", "{}", "null", "\u{FEFF}"])
    func simulatorToken(paymentData: String) async throws {
        let steps = PaymentSteps.steps(tokenizer: try ScriptedTokenizer.willing()) { .unknown }
        let flow = try sheet.flow(steps) { $0.authorized(Data(paymentData.utf8)) }
        let outcome = await flow.run()
        #expect(outcome == .failed(.token(.simulatorToken)))
        #expect(TokenError.simulatorToken.description.contains("simulator"))
        #expect(sheet.answers == [.failure([])])
    }

    @Test("Vantiv's sample app: the sheet shows no tick before the server answered")
    func noEarlyTick() async throws {
        let (asked, server) = (Gate(), Gate())
        let steps = PaymentSteps.steps(tokenizer: try ScriptedTokenizer.willing()) {
            asked.open()
            await server.wait()
            return .paid(reference: "1")
        }
        let data = paymentData
        let flow = try sheet.flow(steps) { $0.authorized(data) }
        let run = Task { await flow.run() }
        await asked.wait()
        #expect(sheet.answers.isEmpty)
        server.open()
        #expect(await run.value == .paid(reference: "1"))
    }
}

private let decline = Decline(ReplyCode("AVS"), isAddressMismatch: true)
