import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import StrictCoding
import Synchronization

/// Asks Apple for sessions in the name of one merchant: with its identity certificate, and on connections of its own.
///
/// No redirect, no proxy, no second try: a page that gets no session lets its customer press the button again.
package final class AppleSessionClient: Sendable {
    private let servers: AppleServers
    private let tls: TLSConfiguration
    private let call: Duration
    private let loop = MultiThreadedEventLoopGroup.singleton.any()
    /// Made with the first request: most merchants of a server may never ask.
    private let client = Mutex<HTTPClient?>(nil)

    /// A client; nil if the certificate or the key can't be read, or they don't belong together.
    ///
    /// - Parameters:
    ///   - certificate: The identity certificate in DER.
    ///   - privateKey: Its key, PKCS#8 in DER or PEM.
    ///   - call: How long a request may take.
    package init?(
        certificate: [UInt8], privateKey: [UInt8], servers: AppleServers,
        call: Duration = AppleSessionLimits.call
    ) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        let isPEM = privateKey.first == UInt8(ascii: "-")
        do {
            tls.certificateChain = [
                .certificate(try NIOSSLCertificate(bytes: certificate, format: .der))
            ]
            tls.privateKey = .privateKey(
                try NIOSSLPrivateKey(bytes: privateKey, format: isPEM ? .pem : .der))
            if let root = servers.root {
                tls.trustRoots = .certificates([
                    try NIOSSLCertificate(bytes: root, format: .der)
                ])
            }
            // It alone compares the key with the certificate's; the system's roots, which take time to read, are left out.
            var pair = tls
            pair.trustRoots = .certificates([])
            _ = try NIOSSLContext(configuration: pair)
        } catch {
            return nil
        }
        self.servers = servers
        self.tls = tls
        self.call = call
    }

    deinit {
        client.withLock { $0?.shutdown { _ in } }
    }

    /// Asks for a session.
    ///
    /// - Parameter host: One of the hosts of the servers.
    /// - Returns: Apple's JSON, as it came.
    package func session(
        _ request: AppleSessionRequest, at host: String
    ) async throws(AppleSessionError) -> [UInt8] {
        let response: HTTPClient.Response
        do {
            response = try await exchange(request, at: host)
        } catch {
            throw AppleSessionError(error)
        }
        let bytes = response.body.map { Array($0.readableBytesView) } ?? []
        guard response.status == .ok else {
            throw .refused(status: Int(response.status.code), message: Self.message(in: bytes))
        }
        guard (try? JSONValue(reading: bytes))?.object != nil else { throw .malformed }
        return bytes
    }

    private func exchange(
        _ request: AppleSessionRequest, at host: String
    ) async throws -> HTTPClient.Response {
        let port = servers.port.map { ":\($0)" } ?? ""
        let message = try HTTPClient.Request(
            url: "https://\(host)\(port)\(AppleSessionRequest.path)", method: .POST,
            headers: ["Content-Type": "application/json"],
            body: .byteBuffer(ByteBuffer(bytes: request.body)))
        // Unlike the library's asynchronous form, this one's deadline covers the body too.
        let task = started().execute(
            request: message,
            delegate: ResponseAccumulator(
                request: message, maxBodySize: AppleSessionLimits.replyBytes),
            deadline: loop.now + TimeAmount(call))
        return try await withTaskCancellationHandler {
            try await task.get()
        } onCancel: {
            task.cancel()
        }
    }

    private func started() -> HTTPClient {
        client.withLock { client in
            if let client { return client }
            let new = HTTPClient(
                eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
                configuration: configuration)
            client = new
            return new
        }
    }

    private var configuration: HTTPClient.Configuration {
        var tls = tls
        if servers.root == nil { tls.trustRoots = SystemRoots.trust }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(AppleSessionLimits.connect)), proxy: nil,
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        if servers.port != nil {
            configuration.dnsOverride = Dictionary(
                uniqueKeysWithValues: servers.hosts.map { ($0, "127.0.0.1") })
        }
        configuration.connectionPool.idleTimeout = TimeAmount(AppleSessionLimits.idle)
        configuration.connectionPool.retryConnectionEstablishment = false
        // A request that waited for another's connection would spend its time.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            AppleSessionLimits.inFlightOfOne
        return configuration
    }

    /// Apple's own message in a refusal, without control characters; nil for a refusal without one.
    private static func message(in body: [UInt8]) -> String? {
        let json = try? JSONValue(reading: body)
        guard let text = json?.object?["statusMessage"]?.text else { return nil }
        let scalars = text.unicodeScalars.prefix(AppleSessionLimits.messageCharacters).filter {
            $0.properties.generalCategory != .control
        }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }
}
