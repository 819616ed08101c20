import CosterCardPages
import Foundation

/// The calls to the app's server that the pages make. Call each completion once, on any thread.
#if canImport(ObjectiveC)
    @objc(BMSAPIBridgeProtocol)
#endif
@preconcurrency @MainActor
public protocol BMSAPIBridgeProtocol: NSObjectProtocol {
    /// Lists the customer's accounts.
    #if canImport(ObjectiveC)
        @objc(BMS_getAccounts:)
    #endif
    func bms_getAccounts(_ completion: (([BMSAccount]?, (any Error)?) -> Void)!)

    /// Stores an account, and gives it back as stored.
    #if canImport(ObjectiveC)
        @objc(BMS_saveAccountToCustomer:completion:)
    #endif
    func bms_saveAccount(
        toCustomer account: BMSAccount!, completion: ((BMSAccount?, (any Error)?) -> Void)!)

    /// Deletes an account.
    #if canImport(ObjectiveC)
        @objc(BMS_deleteCustomerAccount:completion:)
    #endif
    func bms_deleteCustomerAccount(
        _ accountID: String!, completion: ((Bool, (any Error)?) -> Void)!)

    /// Changes an account, and gives it back as stored.
    #if canImport(ObjectiveC)
        @objc(BMS_updateAccount:completion:)
    #endif
    func bms_update(
        _ account: BMSAccount!, completion: ((BMSAccount?, (any Error)?) -> Void)!)

    #if canImport(ObjectiveC)
        /// Authorizes with the token of an Apple Pay payment. The answer becomes the sheet's tick or cross.
        @objc(BMS_authApplePayTransactionWithToken:completion:)
        optional func bms_authApplePayTransaction(
            withToken token: String!, completion: ((Bool, (any Error)?) -> Void)!)
    #else
        /// Authorizes with the token of an Apple Pay payment. The answer becomes the sheet's tick or cross.
        func bms_authApplePayTransaction(
            withToken token: String!, completion: ((Bool, (any Error)?) -> Void)!)
    #endif
}

#if !canImport(ObjectiveC)
    extension BMSAPIBridgeProtocol {
        /// The default of an optional method that the app hasn't.
        public func bms_authApplePayTransaction(
            withToken token: String!, completion: ((Bool, (any Error)?) -> Void)!
        ) {
            completion(false, CardAPIError.noBridge.error(domain: BMSAPIErrorDomain))
        }
    }
#endif

extension CardBridge {
    /// The app's bridge under this set's names.
    init(_ bridge: any BMSAPIBridgeProtocol) {
        self.init(
            accounts: { reply in
                bridge.bms_getAccounts { @Sendable in reply.give($0, $1) }
            },
            save: { account, reply in
                bridge.bms_saveAccount(toCustomer: account as? BMSAccount) { @Sendable in
                    reply.give($0, $1)
                }
            },
            delete: { accountID, reply in
                bridge.bms_deleteCustomerAccount(accountID) { @Sendable in reply.give($0, $1) }
            },
            update: { account, reply in
                bridge.bms_update(account as? BMSAccount) { @Sendable in reply.give($0, $1) }
            },
            authorize: { token, reply in
                let answer = { @Sendable (result: Bool, error: (any Error)?) in
                    reply.give(result, error)
                }
                #if canImport(ObjectiveC)
                    guard let authorize = bridge.bms_authApplePayTransaction else {
                        return answer(
                            false, CardAPIError.noBridge.error(domain: BMSAPIErrorDomain))
                    }
                    authorize(token, answer)
                #else
                    bridge.bms_authApplePayTransaction(withToken: token, completion: answer)
                #endif
            })
    }
}
