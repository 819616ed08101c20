import CosterCardPages
import Foundation

/// The calls to the app's server that the pages make. Call each completion once, on any thread.
#if canImport(ObjectiveC)
    @objc(CCCAPIBridgeProtocol)
#endif
@preconcurrency @MainActor
public protocol CCCAPIBridgeProtocol: NSObjectProtocol {
    /// Lists the customer's accounts.
    #if canImport(ObjectiveC)
        @objc(CCC_getAccounts:)
    #endif
    func ccc_getAccounts(_ completion: (([CCCAccount]?, (any Error)?) -> Void)!)

    /// Stores an account, and gives it back as stored.
    #if canImport(ObjectiveC)
        @objc(CCC_saveAccountToCustomer:completion:)
    #endif
    func ccc_saveAccount(
        toCustomer account: CCCAccount!, completion: ((CCCAccount?, (any Error)?) -> Void)!)

    /// Deletes an account.
    #if canImport(ObjectiveC)
        @objc(CCC_deleteCustomerAccount:completion:)
    #endif
    func ccc_deleteCustomerAccount(
        _ accountID: String!, completion: ((Bool, (any Error)?) -> Void)!)

    /// Changes an account, and gives it back as stored.
    #if canImport(ObjectiveC)
        @objc(CCC_updateAccount:completion:)
    #endif
    func ccc_update(
        _ account: CCCAccount!, completion: ((CCCAccount?, (any Error)?) -> Void)!)

    #if canImport(ObjectiveC)
        /// Authorizes with the token of an Apple Pay payment. The answer becomes the sheet's tick or cross.
        @objc(CCC_authApplePayTransactionWithToken:completion:)
        optional func ccc_authApplePayTransaction(
            withToken token: String!, completion: ((Bool, (any Error)?) -> Void)!)
    #else
        /// Authorizes with the token of an Apple Pay payment. The answer becomes the sheet's tick or cross.
        func ccc_authApplePayTransaction(
            withToken token: String!, completion: ((Bool, (any Error)?) -> Void)!)
    #endif
}

#if !canImport(ObjectiveC)
    extension CCCAPIBridgeProtocol {
        /// The default of an optional method that the app hasn't.
        public func ccc_authApplePayTransaction(
            withToken token: String!, completion: ((Bool, (any Error)?) -> Void)!
        ) {
            completion(false, CardAPIError.noBridge.error(domain: CCCAPIErrorDomain))
        }
    }
#endif

extension CardBridge {
    /// The app's bridge under this set's names.
    init(_ bridge: any CCCAPIBridgeProtocol) {
        self.init(
            accounts: { reply in
                bridge.ccc_getAccounts { @Sendable in reply.give($0, $1) }
            },
            save: { account, reply in
                bridge.ccc_saveAccount(toCustomer: account as? CCCAccount) { @Sendable in
                    reply.give($0, $1)
                }
            },
            delete: { accountID, reply in
                bridge.ccc_deleteCustomerAccount(accountID) { @Sendable in reply.give($0, $1) }
            },
            update: { account, reply in
                bridge.ccc_update(account as? CCCAccount) { @Sendable in reply.give($0, $1) }
            },
            authorize: { token, reply in
                let answer = { @Sendable (result: Bool, error: (any Error)?) in
                    reply.give(result, error)
                }
                #if canImport(ObjectiveC)
                    guard let authorize = bridge.ccc_authApplePayTransaction else {
                        return answer(
                            false, CardAPIError.noBridge.error(domain: CCCAPIErrorDomain))
                    }
                    authorize(token, answer)
                #else
                    bridge.ccc_authApplePayTransaction(withToken: token, completion: answer)
                #endif
            })
    }
}
