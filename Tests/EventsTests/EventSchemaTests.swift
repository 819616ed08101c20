import Foundation
import PaymentDomain
import Programs
import Testing

@testable import Events

/// Python's validator of JSON Schema, if it is installed.
private enum Validator {
    /// Its path as it is: a link of the environment, which must not be followed.
    static let python = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/clients/bin/python").path
    static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

    /// Prints for each body whether the schema takes it.
    private static let script = """
        import json, sys
        from jsonschema import Draft202012Validator
        work = json.load(sys.stdin)
        schema = json.loads(work["schema"])
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for body in work["bodies"]:
            print("valid" if validator.is_valid(json.loads(body)) else "invalid")
        """

    private struct Work: Encodable {
        let schema: String
        let bodies: [String]
    }

    static func verdicts(_ bodies: [String], isClosed: Bool) throws -> [String] {
        let work = Work(schema: EventSchema.text(isClosed: isClosed), bodies: bodies)
        let run = try Program(python).run(
            ["-c", script], input: Array(JSONEncoder().encode(work)))
        #expect(run.status == 0, "\(String(decoding: run.complaints, as: UTF8.self))")
        return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// An event of each kind, with all that it can have, and with as little as possible.
private struct EventOfKind {
    let kind: EventKind
    let isFull: Bool

    static let all = EventKind.allCases.flatMap { kind in
        [true, false].map { EventOfKind(kind: kind, isFull: $0) }
    }

    private static let at = Timestamp(milliseconds: 1_795_000_000_123)

    func body() throws -> String {
        String(decoding: try event().body, as: UTF8.self)
    }

    private func event() throws -> Event {
        Event(number: 9, at: Self.at, kind: kind, subject: try subject())
    }

    private func subject() throws -> Event.Subject {
        guard kind != .batchClosed else {
            return .batch(
                EventBatch(
                    number: 1, merchant: isFull ? MerchantID("shop") : nil,
                    totals: isFull ? [EventTotal(currency: .usd)] : []))
        }
        let amount = try Money(minorUnits: 1000, currency: .usd)
        return .payment(
            EventPayment(
                id: PaymentID(stored: "0199c2a5d3f04a8f8f3a6d1e2b4c5d6e"), sequence: 3,
                merchant: MerchantID("shop"), dialect: "radial", orderReference: "order",
                requested: amount, amount: amount, state: .authorized,
                amounts: isFull ? PaymentAmounts() : nil, network: isFull ? .visa : nil,
                lastFour: "1111", operation: operation(amount),
                code: isFull || kind.rawValue.hasSuffix("_refused") ? .doNotHonor : nil,
                authorizationCode: isFull ? "123456" : nil))
    }

    /// The operation whose end it is; with a full event of another kind any.
    private func operation(_ amount: Money) -> EventOperation? {
        let credit = PaymentOperation(
            id: OperationID(stored: "0199c2a5d3f04a8f8f3a6d1e2b4c5d70"), .credit, amount,
            at: Self.at)
        let kinds: [EventOperationKind: PaymentOperation.Kind] = [
            .capture: .capture, .release: .release, .refund: .refund,
            .captureVoid: .captureVoid(givesUpHold: false), .refundVoid: .refundVoid,
            .creditVoid: .refundVoid,
        ]
        let own = kinds.first { $0.key.whenConfirmed == kind || $0.key.whenRefused == kind }
        guard let made = own?.value ?? (isFull ? .capture : nil) else { return nil }
        let operation = PaymentOperation(
            id: OperationID(stored: "0199c2a5d3f04a8f8f3a6d1e2b4c5d6f"), made, amount, at: Self.at)
        return EventOperation(operation, takingBack: own?.key == .creditVoid ? credit : nil)
    }
}

@Suite(
    "The schema of events", .timeLimit(.minutes(5)),
    .enabled(if: Validator.isInstalled, "needs jsonschema, which `make clients` installs"))
struct EventSchemaTests {
    @Test("takes the body of each kind, whose members it has all", arguments: [true, false])
    func bodies(isClosed: Bool) throws {
        let bodies = try EventOfKind.all.map { try $0.body() }
        let verdicts = try Validator.verdicts(bodies, isClosed: isClosed)
        let refused = zip(EventOfKind.all, verdicts).filter { $0.1 != "valid" }
        #expect(verdicts.count == bodies.count)
        #expect(refused.map { "\($0.0.kind) \($0.0.isFull)" } == [])
    }

    @Test(
        "refuses what is no event",
        arguments: [
            ("an unknown kind", "\"payment.captured\"", "\"payment.lost\""),
            ("another kind's operation", "\"kind\":\"capture\"", "\"kind\":\"refund\""),
            ("another version", "\"version\":1", "\"version\":2"),
            ("no number", "\"sequence\":3,", ""), ("number 0", "\"sequence\":3", "\"sequence\":0"),
            ("an amount as a text", "\"amount\":1000", "\"amount\":\"1000\""),
            ("a fraction", "\"amount\":1000", "\"amount\":10.5"),
            ("no merchant", "\"merchant\":\"shop\",", ""), ("no order", "\"order\":\"order\",", ""),
            ("an unknown state", "\"authorized\",\"amounts\"", "\"settled\",\"amounts\""),
        ])
    func refused(title: String, text: String, change: String) throws {
        let body = try EventOfKind(kind: .captured, isFull: true).body()
        let changed = body.replacing(text, with: change)
        #expect(changed != body)
        #expect(try Validator.verdicts([body, changed], isClosed: false) == ["valid", "invalid"])
    }

    @Test("a receiver's schema takes a member that comes later, ours doesn't")
    func additions() throws {
        let body = try EventOfKind(kind: .captured, isFull: true).body()
        let changed = body.replacing("\"sequence\":3,", with: "\"sequence\":3,\"later\":true,")
        #expect(try Validator.verdicts([changed], isClosed: false) == ["valid"])
        #expect(try Validator.verdicts([changed], isClosed: true) == ["invalid"])
    }
}
