import Synchronization

/// A value that is made when it is first asked for, once, and kept.
///
/// RSA keys take hundreds of milliseconds to make and most users never ask for one; callers that
/// come while it is being made wait for it. A failure is not kept: the next caller tries again.
final class Lazy<Value: Sendable>: Sendable {
    private let held = Mutex<Value?>(nil)
    private let make: @Sendable () throws(SimulatorError) -> Value

    init(_ make: @escaping @Sendable () throws(SimulatorError) -> Value) {
        self.make = make
    }

    func value() throws(SimulatorError) -> Value {
        try held.withLock { (value) throws(SimulatorError) -> Value in
            if let value { return value }
            let made = try make()
            value = made
            return made
        }
    }
}
