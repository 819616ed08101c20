import Routing
import Webhooks

/// An error of one operation: each case has an exit code and a message, in one table.
package protocol OperationError: Error {
    /// The exit code of the command.
    var exit: CosterExit { get }
    /// What happened, with the value; then one action that fixes it.
    var message: String { get }
}

extension LineFault: OperationError {
    package var exit: CosterExit { .badInput }
    package var message: String { "refused: \(code): \(sentence)" }
}

extension WebhookFault: OperationError {
    package var exit: CosterExit { .badInput }
    package var message: String { "refused: \(code): \(sentence)" }
}

extension RulesFileError: OperationError {
    package var exit: CosterExit { .badInput }
    package var message: String { "refused: \(kind.code): \(sentence)" }
}

extension CosterFailure {
    /// The failure of a command by an error of its operation.
    package init(_ error: some OperationError) {
        self.init(error.exit, error.message)
    }
}
