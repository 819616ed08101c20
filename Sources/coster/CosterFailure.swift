/// The exit codes that scripts rely on; the numbers are those of `sysexits.h`.
enum CosterExit: Int32, Sendable {
    /// A check failed: a decline, a breach found by the audit.
    case doesNotHold = 1
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
struct CosterFailure: Error {
    let code: CosterExit
    let message: String

    init(_ code: CosterExit, _ message: String) {
        self.code = code
        self.message = message
    }

    func report() {
        if message.isEmpty { return }
        Operator.tell(message)
    }
}
