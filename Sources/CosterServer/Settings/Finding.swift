import PaymentDomain

/// One thing that `coster doctor` found: what is wrong, and where. It holds no secret and nothing of a file's content.
package struct Finding: Sendable, Hashable {
    /// The problem.
    package let condition: FindingKind
    /// Where: the name of a setting, a file, a merchant; numbers and moments.
    package let subject: String
    /// What happened, and the action that fixes it.
    package let message: String

    /// A finding. Characters that can't be shown are replaced, and a long subject is cut.
    ///
    /// - Parameter message: Beats the message of the kind, if values make it clearer.
    package init(_ condition: FindingKind, _ subject: String, _ message: String? = nil) {
        self.condition = condition
        self.subject = Finding.shown(subject)
        self.message = message.map { Finding.shown($0) } ?? condition.message
    }

    private static func shown(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(DoctorLimits.subjectCharacters).map { scalar in
            scalar.properties.generalCategory == .control ? "?" : Character(scalar)
        }
        return String(shown)
    }

    /// The finding on one line: `problem: CODE: where: what happened. What to do.`
    package var line: String {
        "\(condition.severity.rawValue): \(condition.rawValue): \(subject): \(message)"
    }
}

/// How much a finding weighs.
package enum Severity: String, Sendable {
    /// Payments fail, or would, or something is open that must be closed.
    case problem
    /// It works now, but not for ever, or not for everyone.
    case warning
}

/// All that `coster doctor` has to say.
package struct DoctorReport: Sendable {
    /// The findings, in the order of the checks.
    package private(set) var findings: [Finding] = []
    /// The verdict on a token that is good.
    package var tokenVerdict: String?

    package init() {}

    package mutating func add(_ more: [Finding]) {
        for finding in more where !findings.contains(finding) { findings.append(finding) }
    }

    package mutating func add(_ condition: FindingKind, _ subject: String) {
        add([Finding(condition, subject)])
    }

    /// How many findings are problems.
    package var problems: Int { findings.count { $0.condition.severity == .problem } }

    /// How many are warnings.
    package var warnings: Int { findings.count - problems }

    /// The lines for the operator.
    package var lines: [String] {
        findings.map(\.line) + [tokenVerdict].compactMap { $0 }
            + ["doctor: \(problems.counted("problem")), \(warnings.counted("warning"))"]
    }
}
