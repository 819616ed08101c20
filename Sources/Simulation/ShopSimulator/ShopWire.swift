import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// The wire between the shop that `coster pay` plays and the server.
package struct ShopWire: Sendable {
    /// The longest reply that is read, in bytes.
    private static let replyLimit = 1 << 20
    private static let timeout = TimeAmount.seconds(60)

    private let url: String
    private let isVerbose: Bool
    /// The steps of the visit.
    package let report: ShopReport
    private let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: ShopWire.configuration)

    /// If no server listens, that is reported at once instead of after ten seconds of tries.
    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    package init(url: String, isVerbose: Bool, report: ShopReport = ShopReport(isPrinting: true)) {
        self.report = report
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.isVerbose = isVerbose
    }

    /// Whether an address is one of a server that speaks HTTP, there or not.
    package static func canReach(_ url: String) -> Bool {
        guard let parts = URLComponents(string: url),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.host, !host.isEmpty
        else { return false }
        return (1...65_535).contains(parts.port ?? 80)
    }

    /// Sends a message and reads the reply.
    ///
    /// - Throws: ``ShopError/notReachable(_:)``, or ``ShopError/unknown(_:)`` if the message may have arrived.
    package func send(_ message: ShopMessage) async throws(ShopError) -> ShopReply {
        var request = HTTPClientRequest(url: url + message.path)
        switch message.method {
        case .get: request.method = .GET
        case .post: request.method = .POST
        case .put: request.method = .PUT
        }
        for (name, value) in message.headers { request.headers.add(name: name, value: value) }
        if !message.body.isEmpty { request.body = .bytes(ByteBuffer(string: message.body)) }
        if isVerbose { print(message.shown) }
        do {
            let response = try await client.execute(request, timeout: ShopWire.timeout)
            let bytes = try await response.body.collect(upTo: ShopWire.replyLimit)
            let text = String(buffer: bytes)
            if isVerbose {
                let head =
                    ["HTTP \(response.status.code)"]
                    + response.headers.map { "\($0.name): \($0.value)" }
                print(head.joined(separator: "\n") + "\n\n\(text)\n")
            }
            return ShopReply(status: Int(response.status.code), body: text)
        } catch {
            throw failure(of: error)
        }
    }

    private func failure(of error: any Error) -> ShopError {
        if ShopWire.isOfTLS(error) {
            return ShopError.notReachable(
                "TLS failed with \(url). The certificate might be untrusted, expired, or issued for another host, or the server might not use TLS. If it doesn't, use http://. Otherwise add the certificate's issuer to /etc/ssl/certs/ca-certificates.crt."
            )
        }
        guard ShopWire.isBeforeSending(error) else {
            return ShopError.unknown(
                "unknown: \(url) took the request but sent no whole reply. To see what became of the payment, run: coster payments"
            )
        }
        return ShopError.notReachable(
            "No server answers at \(url). To start one, run: coster serve --sandbox")
    }

    /// Whether no connection came about, so that nothing can have arrived. Any other error may come after the request.
    private static func isBeforeSending(_ error: any Error) -> Bool {
        if error is NIOConnectionError || error is SocketAddressError { return true }
        if let error = error as? HTTPClientError {
            return [.connectTimeout, .getConnectionFromPoolTimeout, .invalidURL].contains(error)
        }
        guard let error = error as? IOError else { return false }
        return [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode)
    }

    /// Whether the server answered, and TLS failed.
    private static func isOfTLS(_ error: any Error) -> Bool {
        if let error = error as? NIOSSLError, case .handshakeFailed = error { return true }
        // The certificate's name is looked at after the handshake.
        return error is NIOSSLExtraError
    }

    package func close() async throws {
        try await client.shutdown()
    }
}
