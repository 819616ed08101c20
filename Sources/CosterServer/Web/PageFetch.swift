import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import WebPayments

/// Gets single pages as a stranger does: no redirect, no cookie, no proxy, no compression, TLS with verified certificates.
package struct PageFetch: Sendable {
    /// The longest time for one page.
    private static let time = TimeAmount.seconds(15)

    /// A PEM file with the roots that are trusted in place of the system's.
    private let rootsFile: String?
    /// Connects there in place of the page's own host and port, as before a domain's address is switched.
    private let connectTo: HostAndPort?

    package init(rootsFile: String? = nil, connectTo: HostAndPort? = nil) {
        self.rootsFile = rootsFile
        self.connectTo = connectTo
    }

    /// Gets a page.
    ///
    /// - Parameters:
    ///   - url: Its address; the caller has checked the scheme.
    ///   - limit: How many bytes of the body are read; a longer body ends behind the first byte too many.
    /// - Throws: Exit code 69 if no whole reply came, with the reason.
    package func get(_ url: URL, limit: Int) async throws(CosterFailure) -> ServedPage {
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration(for: url))
        do {
            let page = try await read(url, limit, client)
            try await client.shutdown()
            return page
        } catch {
            try? await client.shutdown()
            throw CosterFailure(
                .notReachable,
                "\(url.absoluteString) gave no whole reply: \(Self.reason(error)). Check the address, the server and its certificate."
            )
        }
    }

    private func read(_ url: URL, _ limit: Int, _ client: HTTPClient) async throws -> ServedPage {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        if let connectTo { parts?.port = connectTo.port }
        var request = HTTPClientRequest(url: parts?.string ?? url.absoluteString)
        request.headers.add(name: "connection", value: "close")
        let response = try await client.execute(request, timeout: Self.time)
        var body: [UInt8] = []
        let end = ContinuousClock.now + .nanoseconds(Self.time.nanoseconds)
        for try await part in response.body {
            guard ContinuousClock.now < end else { throw HTTPClientError.deadlineExceeded }
            body += part.readableBytesView.prefix(limit + 1 - body.count)
            if body.count > limit { break }
        }
        return ServedPage(
            status: Int(response.status.code),
            headers: response.headers.map { ($0.name.lowercased(), $0.value) }, body: body)
    }

    private func configuration(for url: URL) -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let rootsFile { tls.trustRoots = .file(rootsFile) }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: Self.time, read: Self.time),
            proxy: nil,
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        if let connectTo, let host = url.host {
            configuration.dnsOverride = [host: connectTo.host]
        }
        return configuration
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError
        where [.deadlineExceeded, .connectTimeout].contains(error):
            "it timed out"
        case let error as HTTPClientError where error == .tlsHandshakeTimeout: "TLS failed"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "TLS failed"
        case let error as NIOConnectionError
        where error.connectionErrors.isEmpty
            && (error.dnsAError != nil || error.dnsAAAAError != nil):
            "its host has no address"
        default: "the connection failed"
        }
    }
}
