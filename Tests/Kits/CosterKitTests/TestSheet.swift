import CosterKit
import Foundation

/// A sheet without PassKit: the test says what the customer does, and PassKit's part is played here.
@MainActor
final class TestSheet: PaymentSheetPort {
    var answers: [SheetAnswer] = []
    var refusals = 0
    var dismissals = 0
    /// What happens while the sheet is shown; false if it can't be shown.
    var onPresent: @MainActor () -> Bool = { true }
    /// What happens after an answer. PassKit finishes.
    var onAnswer: @MainActor () -> Void = {}

    func present() async -> Bool { onPresent() }

    func answer(_ answer: SheetAnswer) {
        answers.append(answer)
        onAnswer()
    }

    func refuseAuthorization() { refusals += 1 }
    func dismiss() { dismissals += 1 }

    /// A payment on this sheet whose customer does something as soon as the sheet is shown.
    func flow(
        _ steps: PaymentSteps, deadline: PaymentDeadline = .never, log: CosterLog = .off,
        customer: @escaping @MainActor (PaymentFlow) -> Void
    ) throws -> PaymentFlow {
        let flow = PaymentFlow(
            try Samples.checkout(), steps, on: self, deadline: deadline, log: log)
        onPresent = { [weak flow] in
            if let flow { customer(flow) }
            return true
        }
        onAnswer = { [weak flow] in flow?.finished() }
        return flow
    }
}

extension PaymentDeadline {
    /// Never passes; ends when it is cancelled.
    static let never = PaymentDeadline { try await Gate().pass() }
}

/// A door that a test opens once.
struct Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let door: AsyncStream<Void>.Continuation

    init() {
        (stream, door) = AsyncStream<Void>.makeStream()
    }

    func open() { door.finish() }

    func pass() async throws {
        for await _ in stream {}
        try Task.checkCancellation()
    }

    /// The same, without an error if the task is cancelled.
    func wait() async { for await _ in stream {} }
}

/// A tokenizer that answers by a function.
struct ScriptedTokenizer: Tokenizer {
    let answer: @Sendable () async -> Result<TokenReference, ClientError>

    func tokenize(
        _ token: ApplePayToken, orderID: String
    ) async throws(ClientError) -> TokenReference {
        try await answer().get()
    }

    /// Gives a reference at once.
    static func willing() throws -> ScriptedTokenizer {
        let reference = try Samples.reference()
        return ScriptedTokenizer { .success(reference) }
    }
}

extension PaymentSteps {
    /// Steps whose server answers by a function.
    static func steps(
        tokenizer: any Tokenizer, simulator: SimulatorTokens? = nil,
        _ answer: @escaping @Sendable () async -> ServerAnswer
    ) -> PaymentSteps {
        PaymentSteps(
            orderID: "A-1", tokenizer: tokenizer,
            authorizer: AuthorizerFunction { _ in await answer() }, simulator: simulator)
    }
}
