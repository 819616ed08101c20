import AsyncHTTPClient
import Foundation
import NIOCore
import Programs

/// The endpoint in Python beside this file, in a process of its own.
package final class WebhookReceiver: Sendable {
    /// A request that came.
    package struct Request: Decodable, Sendable {
        package let path: String
        /// By their names in lower case.
        package let headers: [String: String]
        package let body: String

        /// The event's identifier.
        package var id: String { headers["webhook-id"] ?? "" }
    }

    package let port: Int
    private let child: Child

    private init(port: Int, child: Child) {
        self.port = port
        self.child = child
    }

    deinit {
        child.signal(SIGKILL)
    }

    /// Starts a receiver, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - port: Where it listens; 0 for any port that is free.
    ///   - certificate: The files of its certificate and key; nil for plain HTTP.
    ///   - log: A file that keeps the requests; nil for none.
    package static func start(
        port: Int = 0, certificate: (certificate: String, key: String)? = nil, log: String? = nil
    ) async throws -> WebhookReceiver {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "webhook_receiver.py").path
        let options =
            ["--port", String(port)]
            + (certificate.map { ["--certificate", $0.certificate, "--key", $0.key] } ?? [])
            + (log.map { ["--log", $0] } ?? [])
        let child = try Child(
            Child.Launch(
                program: "/usr/bin/env", arguments: ["python3", script] + options,
                errorFile: "/dev/null"))
        guard let port = Int(await child.firstLine() ?? "") else { throw HostNotReady() }
        return WebhookReceiver(port: port, child: child)
    }

    /// The URL of one of its paths.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Ends it, as an endpoint that is gone, and waits until nobody listens there.
    package func stop() async {
        child.signal(SIGKILL)
        _ = await child.ending()
    }

    /// All requests that came, in their order.
    package func received() async throws -> [Request] {
        let reply = try await HTTPClient.shared.get(url: url("/received")).get()
        let body = reply.body ?? ByteBuffer()
        return try JSONDecoder().decode([Request].self, from: Data(body.readableBytesView))
    }
}
