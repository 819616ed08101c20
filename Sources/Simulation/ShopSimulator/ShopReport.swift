import PaymentDomain
import Synchronization

/// A step of a visit, as it is reported: what was done, and what the reply says of it.
package struct ShopStep: Sendable, Equatable {
    /// The step: `authorized`, `captured`, `refunded`, `voided` and so on.
    package let name: String
    /// The amount, if the step has one.
    package let amount: Money?
    /// What the reply says, by name.
    package let facts: [Fact]

    /// One thing that a reply says.
    package struct Fact: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    /// The step on one line for a person.
    var line: String {
        let parts =
            [amount.map { "\($0)" }].compactMap { $0 } + facts.map { "\($0.name) \($0.value)" }
        let padding = String(repeating: " ", count: max(0, 10 - name.count))
        return "\(name)\(padding)  \(parts.joined(separator: "  "))"
    }
}

/// The steps of a visit. Each is printed when it is done, unless the command prints them all at its end.
package final class ShopReport: Sendable {
    private let isPrinting: Bool
    private let list = Mutex<[ShopStep]>([])

    package init(isPrinting: Bool) {
        self.isPrinting = isPrinting
    }

    /// The steps so far.
    package var steps: [ShopStep] { list.withLock { $0 } }

    /// Adds a step. A fact that the reply lacks is left out.
    package func add(
        _ name: String, _ amount: Money? = nil, _ facts: KeyValuePairs<String, String?> = [:]
    ) {
        let known = facts.compactMap { name, value in
            value.map { ShopStep.Fact(name: name, value: $0) }
        }
        let step = ShopStep(name: name, amount: amount, facts: known)
        list.withLock { $0.append(step) }
        if isPrinting { print(step.line) }
    }
}
