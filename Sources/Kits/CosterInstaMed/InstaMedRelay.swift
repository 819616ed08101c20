#if canImport(PassKit)
    import CosterKit
    import Foundation

    /// The Coster server that saves an app's tokens at InstaMed, and the merchant's outlet there.
    ///
    /// InstaMed asks for the merchant's password, which an app must not hold. The server adds it. A publishable key
    /// is not a secret.
    ///
    ///     InstaMed.relay = InstaMedRelay(
    ///         server: server, publishableKey: "pk_…", merchantID: "NOVA E4 2", storeID: "1", terminalID: "1")
    #if canImport(ObjectiveC)
        @objc(InstaMedRelay)
    #endif
    public final class InstaMedRelay: NSObject, Sendable {
        private let relay: Relay
        private let outlet: InstaMedClient.Outlet
        private let transport: any Transport

        /// Names the server and the outlet.
        ///
        /// - Parameters:
        ///   - server: The server's URL without a path, for example `https://pay.example.com`.
        ///   - publishableKey: The merchant's publishable key.
        ///   - merchantID: InstaMed's name of the merchant.
        ///   - storeID: InstaMed's name of the store, 1 unless InstaMed said otherwise.
        ///   - terminalID: InstaMed's name of the terminal, 1 unless InstaMed said otherwise.
        #if canImport(ObjectiveC)
            @objc(initWithServer:publishableKey:merchantID:storeID:terminalID:)
        #endif
        public convenience init(
            server: URL, publishableKey: String, merchantID: String, storeID: String,
            terminalID: String
        ) {
            self.init(
                Relay(server: server, publishableKey: publishableKey),
                outlet: InstaMedClient.Outlet(
                    merchantID: merchantID, storeID: storeID, terminalID: terminalID))
        }

        /// Takes a relay, an outlet and a way to the network.
        public init(
            _ relay: Relay, outlet: InstaMedClient.Outlet,
            transport: any Transport = URLSessionTransport()
        ) {
            self.relay = relay
            self.outlet = outlet
            self.transport = transport
        }

        /// The client that saves tokens, for the steps of an `ApplePaySheet`.
        ///
        /// - Parameter merchantIdentifier: Apple's, as in the payment request.
        public func tokenizer(merchantIdentifier: String) -> InstaMedClient {
            InstaMedClient(
                relay: relay, outlet: outlet, merchantIdentifier: merchantIdentifier,
                transport: transport)
        }
    }
#endif
