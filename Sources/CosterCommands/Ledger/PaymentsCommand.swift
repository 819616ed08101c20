import ArgumentParser
import CosterServer
import Foundation
import MerchantStorage
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// `coster payments`: the newest payments, as a table.
struct PaymentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "List the newest payments and what became of them.",
        discussion: Examples.text(["coster payments", "coster payments --limit 5 --json"]))

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    @Option(help: "How many are listed.")
    var limit = 20

    func validate() throws { try ListLimit.require(limit) }

    func run() async throws {
        let payments = try await database.open().recentPayments(limit).map(PaymentFacts.init)
        if output.json { return try JSONOutput.print(payments) }
        var table = TextTable(
            .init("created"), .init("merchant"), .init("protocol"), .init("order"),
            .init("card"), .init("amount", isNumber: true), .init("currency"), .init("status"),
            .init("captured", isNumber: true), .init("refunded", isNumber: true), .init("id"))
        for payment in payments {
            table.add(
                payment.createdAt, payment.merchant, payment.protocol, payment.orderReference,
                payment.card, payment.requested, payment.currency, payment.outcome,
                payment.captured, payment.refunded, payment.id)
        }
        table.print()
    }
}

/// `coster payment`: one payment with all its steps.
struct PaymentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payment", abstract: "Show a payment and every step of it.",
        discussion: Examples.text([
            "coster payment 0199c2a5d3f04a8f8f3a6d1e2b4c5d6e",
            "coster payment order-1001 --json",
        ]))

    @Argument(help: "The payment's ID, from `coster payments`, or its order reference.")
    var id: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let store = try await database.open()
        let found = try await store.histories(id)
        guard let history = found.first else {
            throw CosterFailure(
                .badInput,
                "There is no payment \(id.terminalSafe). To list the payments, run: coster payments"
            )
        }
        guard found.count == 1 else {
            let ids = found.map(\.summary.payment.id.value).joined(separator: "\n  ")
            throw CosterFailure(
                .badInput,
                "The order \(id.terminalSafe) has \(found.count) payments. Name one by its ID:\n  \(ids)"
            )
        }
        let facts = PaymentFacts(history.summary)
        let steps = history.steps.map(StepFacts.init)
        let waiting = history.waiting.map(WaitingFacts.init)
        let events = history.steps.compactMap { $0.publicEvent?.id.description }
        let deliveries = try await store.merchantStore.deliveries(
            DeliveryFilter(events: events), limit: .max
        ).reversed().map(DeliveryFacts.init)
        if output.json {
            return try JSONOutput.print(
                PaymentAndSteps(
                    payment: facts, steps: steps, waiting: waiting, erasedSteps: history.erased,
                    deliveries: deliveries))
        }
        show(facts)
        if history.erased > 0 {
            print("\nAfter the request \(history.erased) steps were erased, by `events-kept-days`.")
        }
        show(steps)
        show(waiting)
        show(deliveries)
        guard Terminal.isOutput else { return }
        Operator.tell(
            "\nTo see its requests in the server's log, run: coster logs LOG-FILE --containing \(facts.id)"
        )
    }

    private func show(_ payment: PaymentFacts) {
        let facts: [(String, String)] = [
            ("payment", payment.id), ("status", payment.outcome), ("created", payment.createdAt),
            ("merchant", payment.merchant), ("protocol", payment.protocol),
            ("order", payment.orderReference), ("card", payment.card),
            ("amount", "\(payment.requested) \(payment.currency)"),
            ("authorized", payment.authorized), ("captured", payment.captured),
            ("refunded", payment.refunded), ("released", payment.released),
            ("approval", payment.authorizationCode ?? "-"),
        ]
        for (name, value) in facts {
            print(name.padding(toLength: 12, withPad: " ", startingAt: 0) + value.terminalSafe)
        }
    }

    private func show(_ steps: [StepFacts]) {
        print("")
        var table = TextTable(
            .init("at"), .init("operation"), .init("step"), .init("amount", isNumber: true),
            .init("trace number", isNumber: true), .init("state"), .init("event"),
            .init("request id"))
        for step in steps {
            table.add(
                step.at, step.operation, step.step, step.amount ?? "",
                step.traceNumber.map { String($0) } ?? "", step.state,
                step.event ?? step.batch.map { "batch \($0)" } ?? "-", step.requestID ?? "-")
        }
        table.print()
    }

    private func show(_ waiting: [WaitingFacts]) {
        guard !waiting.isEmpty else { return }
        print("\nThe acquirer has not answered yet:")
        var table = TextTable(
            .init("message"), .init("amount", isNumber: true), .init("tries", isNumber: true),
            .init("next try"))
        for message in waiting {
            table.add(message.message, message.amount, String(message.tries), message.nextTryAt)
        }
        table.print()
    }
}

extension PaymentCommand {
    private func show(_ deliveries: [DeliveryFacts]) {
        guard !deliveries.isEmpty else { return }
        print("\nIts events at the merchant's endpoints:")
        DeliveryFacts.table(of: deliveries).print()
    }
}

/// A payment and its steps for a machine.
private struct PaymentAndSteps: Encodable {
    let payment: PaymentFacts
    let steps: [StepFacts]
    /// The messages that the acquirer has not answered.
    let waiting: [WaitingFacts]
    /// How many steps after the request were erased, because they are kept no longer.
    let erasedSteps: Int64
    /// Its events at endpoints, oldest first.
    let deliveries: [DeliveryFacts]
}

/// A step of a payment for a machine.
private struct StepFacts: Encodable {
    let at: String
    let operation: String
    let step: String
    let amount: String?
    let traceNumber: Int64?
    let state: String
    /// Missing if the server took the step by itself.
    let requestID: String?
    /// The public event's type and ID; missing if the step has none.
    let event: String?
    let eventID: String?
    /// The batch of a settlement.
    let batch: Int64?

    init(_ step: PaymentHistoryStep) {
        at = step.at.iso8601
        operation = step.operation ?? "authorization"
        self.step = step.event
        amount = step.amount?.decimal
        traceNumber = step.traceNumber
        state = step.state.rawValue
        requestID = step.requestID?.description
        event = step.publicEvent?.kind.rawValue
        eventID = step.publicEvent?.id.description
        batch = step.batch
    }
}

/// A message to the acquirer for a machine.
private struct WaitingFacts: Encodable {
    let message: String
    let amount: String
    let tries: Int
    let nextTryAt: String

    init(_ waiting: WaitingMessage) {
        message = waiting.kind
        amount = waiting.amount.decimal
        tries = waiting.tries
        nextTryAt = waiting.dueAt.iso8601
    }
}
