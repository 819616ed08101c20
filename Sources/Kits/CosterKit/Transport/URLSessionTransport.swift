import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with a URLSession of its own: no cookies, no cache, no redirects, TLS 1.2 or later.
public struct URLSessionTransport: Transport {
    private let session: URLSession

    /// Makes a transport whose requests end after ``Limits/answerSeconds``.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = .init(Limits.answerSeconds)
        configuration.timeoutIntervalForResource = .init(Limits.answerSeconds)
        #if canImport(Security)
            configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        #endif
        session = URLSession(
            configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }

    /// Sends a request once.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            let (body, response) = try await session.data(
                for: Self.message(request), delegate: RedirectRefusal())
            return try Self.reply(body, response)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Makes a request for callers that need a task to cancel. Start it with `resume()`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - completion: Called once, on a queue of the session. A cancelled request gives
    ///     ``TransportError/noAnswer``.
    public func task(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) -> URLSessionTask {
        session.dataTask(with: Self.message(request)) { body, response, error in
            do {
                if let error { throw error }
                completion(.success(try Self.reply(body ?? Data(), response)))
            } catch {
                completion(.failure(Self.failure(error)))
            }
        }
    }

    private static func message(_ request: HTTPRequest) -> URLRequest {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method.rawValue
        if request.method == .post { message.httpBody = request.body.secret }
        for field in request.headers {
            message.setValue(field.value.secret, forHTTPHeaderField: field.name)
        }
        return message
    }

    private static func reply(_ body: Data, _ response: URLResponse?) throws -> HTTPResponse {
        guard let response = response as? HTTPURLResponse, body.count <= Limits.response else {
            throw TransportError.noAnswer
        }
        return HTTPResponse(status: response.statusCode, body: body)
    }

    /// Sorts the errors of URLSession. Whatever isn't known to come before the first byte counts as no answer.
    static func failure(_ error: any Error) -> TransportError {
        guard let code = (error as? URLError)?.code else { return .noAnswer }
        let before: Set<URLError.Code> = [
            .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
            .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .appTransportSecurityRequiresSecureConnection, .internationalRoamingOff,
            .dataNotAllowed, .unsupportedURL, .badURL,
        ]
        return before.contains(code) ? .notSent : .noAnswer
    }
}

/// Follows no redirect: a token goes to the host that the app named, or nowhere.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
