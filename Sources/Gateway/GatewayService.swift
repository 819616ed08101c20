import Hummingbird
import NIOCore
import ServiceLifecycle

/// Runs the server until it is told to stop.
///
/// On the way down the listening socket and idle connections close at once; a connection with a
/// request in work closes after its reply. ``run()`` returns when the last one has.
struct GatewayService: Service {
    let draining: DrainState
    let makeApplication: @Sendable () throws -> Application<GatewayResponder>

    /// - Throws: ``GatewayError``.
    func run() async throws {
        let application = try makeApplication()
        do {
            try await withGracefulShutdownHandler {
                try await application.run()
            } onGracefulShutdown: {
                draining.begin()
            }
        } catch is IOError {
            throw GatewayError.cannotListen
        }
    }
}
