import CosterKit
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The API object: what `CCCAPI` and `BMSAPI` are made from.
///
/// Safe to use from any thread. Completions run on the main actor.
#if canImport(ObjectiveC)
    @objcMembers
#endif
open class CardAPI: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var settings = Settings()
    private let domain: String
    private let transport = URLSessionTransport()

    private struct Settings {
        var endpoint: String?
        var isLogging = false
        var write: (@Sendable (String) -> Void)?
    }

    /// Makes an API object.
    ///
    /// - Parameter domain: The domain of its errors.
    package init(domain: String) {
        self.domain = domain
    }

    /// Where log lines go; nil for standard error.
    package var logWriter: (@Sendable (String) -> Void)? {
        get { lock.withLock { settings.write } }
        set { lock.withLock { settings.write = newValue } }
    }

    /// The CardSecure host, or host:port, without scheme or path.
    ///
    /// For a Coster sandbox on this machine also its whole URL, for example `http://127.0.0.1:8080`.
    public var endpoint: String? {
        get { lock.withLock { settings.endpoint } }
        set { lock.withLock { settings.endpoint = newValue } }
    }

    /// Whether lines are logged, each with the prefix `CCCSDK:`. The default is false.
    public var enableLogging: Bool {
        get { lock.withLock { settings.isLogging } }
        set { lock.withLock { settings.isLogging = newValue } }
    }

    package var log: CosterLog {
        guard enableLogging else { return .off }
        let prefix = "CCCSDK: "
        guard let logWriter else { return .standardError(prefix: prefix) }
        return CosterLog(prefix: prefix, write: logWriter)
    }

    /// The client of the endpoint; nil without a usable endpoint.
    package var client: CardSecureClient? {
        endpoint.flatMap { CardSecureClient(endpoint: $0, transport: transport) }
    }

    /// The sandbox's tokens in place of the simulator's empty ones, if the endpoint is a sandbox on this machine.
    package var simulator: SimulatorTokens {
        let endpoint = endpoint ?? ""
        return SimulatorTokens(
            sandbox: endpoint.hasPrefix("http://") ? URL(string: endpoint) : nil)
    }

    /// Exchanges payment data for a token.
    ///
    /// - Returns: The started request, for cancelling; nil if nothing was sent. The completion comes either way.
    package func tokenize(
        paymentData: Data, completion: @escaping @MainActor (String?, (any Error)?) -> Void
    ) -> URLSessionTask? {
        send(completion) { client throws(CardAPIError) in
            do throws(TokenError) {
                let token = try ApplePayToken(paymentData: paymentData)
                return Result { () throws(ClientError) in try client.request(token) }
            } catch {
                throw CardAPIError(error)
            }
        }
    }

    /// Exchanges a card for a token.
    ///
    /// - Returns: The started request, for cancelling; nil if nothing was sent. The completion comes either way.
    package func tokenize(
        _ card: CardEntry, completion: @escaping @MainActor (String?, (any Error)?) -> Void
    ) -> URLSessionTask? {
        send(completion) { client throws(CardAPIError) in
            guard let details = card.details else { throw .invalidCardData }
            return Result { () throws(ClientError) in try client.request(details) }
        }
    }

    /// Exchanges a card for a token, and makes an account of it.
    ///
    /// - Returns: What ``tokenize(_:completion:)`` returns.
    package func account<Account: CardAccount>(
        for card: CardEntry, completion: @escaping @MainActor (Account?, (any Error)?) -> Void
    ) -> URLSessionTask? {
        let (type, month, postal) = (card.issuer.accountType, card.expirationDate, card.postalCode)
        return tokenize(card) { token, error in
            guard let token else { return completion(nil, error) }
            let account = Account()
            account.token = token
            account.accountType = type
            account.expirationDate = month
            account.postalCode = postal
            completion(account, nil)
        }
    }

    private func send(
        _ completion: @escaping @MainActor (String?, (any Error)?) -> Void,
        _ request: (CardSecureClient) throws(CardAPIError) -> Result<HTTPRequest, ClientError>
    ) -> URLSessionTask? {
        let domain = domain
        do throws(CardAPIError) {
            guard let client else { throw .noEndpoint }
            let message: HTTPRequest
            switch try request(client) {
            case .success(let made): message = made
            case .failure(let error): throw CardAPIError(error)
            }
            let task = transport.task(message) { response in
                let result = Self.token(response)
                Task { @MainActor in
                    switch result {
                    case .success(let token): completion(token, nil)
                    case .failure(let error): completion(nil, error.error(domain: domain))
                    }
                }
            }
            task.resume()
            return task
        } catch {
            Task { @MainActor in completion(nil, error.error(domain: domain)) }
            return nil
        }
    }

    private static func token(
        _ response: Result<HTTPResponse, TransportError>
    ) -> Result<String, CardAPIError> {
        switch response {
        case .failure(.notSent): return .failure(.notSent)
        case .failure(.noAnswer): return .failure(.noAnswer)
        case .success(let response):
            do throws(ClientError) {
                return .success(try CardSecureClient.reference(in: response).value.secret)
            } catch {
                return .failure(CardAPIError(error))
            }
        }
    }
}
