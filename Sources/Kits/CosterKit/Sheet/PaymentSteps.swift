import Foundation

/// The steps between the customer's authorization and the sheet's answer.
public struct PaymentSteps: Sendable {
    /// The app's number for the order. A second attempt has the same.
    public let orderID: String
    /// The processor that exchanges the token; nil if the token itself goes to the authorizer.
    public let tokenizer: (any Tokenizer)?
    /// The step that moves money.
    public let authorizer: any PaymentAuthorizer
    /// The replacement of the simulator's empty tokens in a debug build.
    public let simulator: SimulatorTokens?

    /// Exchanges the token at a processor, and pays with the reference.
    public init(
        orderID: String, tokenizer: any Tokenizer, authorizer: any PaymentAuthorizer,
        simulator: SimulatorTokens? = nil
    ) {
        self.orderID = orderID
        self.tokenizer = tokenizer
        self.authorizer = authorizer
        self.simulator = simulator
    }

    /// Pays with the token itself, as with Radial or a server that decrypts tokens.
    public init(
        orderID: String, authorizer: any PaymentAuthorizer, simulator: SimulatorTokens? = nil
    ) {
        self.orderID = orderID
        tokenizer = nil
        self.authorizer = authorizer
        self.simulator = simulator
    }

    /// Reads payment data; if it is empty, a debug build with a sandbox mints a token for it.
    func token(
        _ paymentData: Data, _ checkout: Checkout
    ) async -> (result: Result<ApplePayToken, TokenError>, isReplaced: Bool) {
        do throws(TokenError) {
            return (.success(try ApplePayToken(paymentData: paymentData)), false)
        } catch {
            guard error == .simulatorToken, let simulator else { return (.failure(error), false) }
            do throws(TokenError) {
                return (.success(try await simulator.mint(for: checkout)), true)
            } catch {
                return (.failure(error), false)
            }
        }
    }

    func tokenized(_ token: ApplePayToken) async -> Result<TokenReference, ClientError> {
        guard let tokenizer else { return .failure(.unsupportedVersion) }
        do throws(ClientError) {
            return .success(try await tokenizer.tokenize(token, orderID: orderID))
        } catch {
            return .failure(error)
        }
    }
}

/// The time from authorization to answer. Tests give one that they end themselves.
public struct PaymentDeadline: Sendable {
    private let wait: @Sendable () async throws -> Void

    /// ``Limits/answerSeconds`` of real time.
    public static let standard = PaymentDeadline {
        try await Task.sleep(nanoseconds: UInt64(Limits.answerSeconds) * 1_000_000_000)
    }

    /// Takes a function that returns when time is up, and throws if it is cancelled.
    public init(_ wait: @escaping @Sendable () async throws -> Void) {
        self.wait = wait
    }

    /// Waits. False if the waiting was cancelled.
    func passes() async -> Bool {
        do {
            try await wait()
            return !Task.isCancelled
        } catch {
            return false
        }
    }
}
