import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Runs the server until it is stopped.
///
/// During shutdown the listening socket and idle connections close at once; a connection with a request in progress
/// closes after its reply. ``run()`` returns when the last one has. When the group's time limit for that is over it
/// cancels us, and connections close as they are, or by ``SlowReaderTimeout``.
struct GatewayService: Service {
    let draining: DrainState
    let logger: Logger
    let refusals: RefusalLog
    let makeApplication: @Sendable () throws -> Application<GatewayResponder>

    /// - Throws: ``GatewayError``; nothing for a drain that took too long, which ends like any other.
    func run() async throws {
        defer { refusals.flush() }
        let application = try makeApplication()
        do {
            try await withTaskCancellationHandler {
                try await withGracefulShutdownHandler {
                    try await application.run()
                } onGracefulShutdown: {
                    draining.begin()
                }
            } onCancel: {
                guard draining.isDraining else { return }
                logger.warning("the drain took too long; open connections are closed")
            }
        } catch let error as IOError where !isCutOff {
            throw GatewayError.cannotListen(code: error.errnoCode)
        } catch is SocketAddressError.UnknownHost where !isCutOff {
            throw GatewayError.unknownHost
        } catch {
            guard isCutOff else { throw error }
        }
    }

    private var isCutOff: Bool { Task.isCancelled && draining.isDraining }
}
