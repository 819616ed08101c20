import Merchants

/// The exit codes that scripts rely on; the numbers are those of `sysexits.h`.
package enum CosterExit: Int32, Sendable {
    /// A check failed: a decline, a breach found by the audit.
    case doesNotHold = 1
    /// `pay` was refused.
    case refused = 2
    /// The outcome of `pay` is unknown.
    case outcomeUnknown = 3
    /// Wrong usage that only shows behind the reading of the command line.
    case usage = 64
    /// Bad input: a refused token, an invalid file.
    case badInput = 65
    /// The server cannot be reached.
    case notReachable = 69
    /// Our own fault.
    case internalFault = 70
    /// The configuration is wrong.
    case configuration = 78
}

/// Why a command ends early: what happened, and what to do next.
package struct CosterFailure: Error {
    package let code: CosterExit
    package let message: String

    package init(_ code: CosterExit, _ message: String) {
        self.code = code
        self.message = message
    }

    package func report() {
        if message.isEmpty { return }
        Operator.tell(message)
    }
}

extension CosterFailure {
    /// The refusal: its code for machines, and its sentence for the operator.
    package init(_ fault: MerchantFault) {
        self.init(.badInput, "refused: \(fault.code): \(fault.sentence)")
    }
}
