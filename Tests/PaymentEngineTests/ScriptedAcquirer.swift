import PaymentDomain
import PaymentEngine

/// An acquirer that answers as a test says, and remembers what it was asked and told.
actor ScriptedAcquirer: AcquirerLine {
    typealias Answer = @Sendable (AcquirerAuthorization) async -> AcquirerAnswer
    typealias Reply = @Sendable (AcquirerAdvice) async -> AdviceOutcome

    let capabilities: LineCapabilities
    private(set) var asked: [AcquirerAuthorization] = []
    private(set) var told: [AcquirerAdvice] = []
    private var answer: Answer = { .approval(of: $0.amount) }
    private var reply: Reply = { _ in .acknowledged(nil) }

    init(_ capabilities: LineCapabilities = .all) {
        self.capabilities = capabilities
    }

    func authorize(_ request: AcquirerAuthorization) async -> AcquirerAnswer {
        asked.append(request)
        return await answer(request)
    }

    func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        told.append(advice)
        return await reply(advice)
    }

    /// From now on authorizations are answered like this.
    func answers(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// From now on advices are answered like this.
    func replies(_ reply: @escaping Reply) {
        self.reply = reply
    }

    func told(_ kind: AdviceKind) -> [AcquirerAdvice] {
        told.filter { $0.kind == kind }
    }
}

extension AcquirerAnswer {
    /// An approval of an amount.
    static func approval(of amount: Money) -> AcquirerAnswer {
        .approved(
            AcquirerApproval(
                amount: amount, authorizationCode: "OK1234", networkReference: "NET1",
                checks: AcquirerChecks(address: .match)))
    }
}

/// Holds all who wait until it is opened, or their task is cancelled: a test that fails must end.
actor Gate {
    private var isOpen = false
    private var waiting: [AsyncStream<Never>.Continuation] = []

    func wait() async {
        guard !isOpen else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        waiting.append(continuation)
        for await _ in stream {}
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.finish() }
        waiting = []
    }
}

/// One line for all payments, under the name of the sandbox's own.
struct OnlyLine: AcquirerLines {
    private let line: any AcquirerLine

    init(_ line: any AcquirerLine) {
        self.line = line
    }

    func candidates(_ question: RouteQuestion) -> [LineID] { all }

    var all: [LineID] { [.sandbox] }

    func line(_ id: LineID) -> (any AcquirerLine)? { id == .sandbox ? line : nil }
}
