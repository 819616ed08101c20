// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals, AllPublicDeclarationsHaveDocumentation
// An app's bridge has the vendor's types.

import CosterCardConnectConsumer
import Foundation

/// The app's way to its server: here a list in memory, and an answer that the tests decide.
public class ShopBridge: NSObject, CCCAPIBridgeProtocol {
    /// The customer's accounts.
    public var accounts: [CCCAccount] = []
    /// The tokens that were authorized.
    public var tokens: [String] = []
    /// The answer to the next authorization; nil for none.
    public var answer: (Bool, Error?)? = (true, nil)

    public func ccc_getAccounts(_ completion: (([CCCAccount]?, Error?) -> Void)!) {
        completion(accounts, nil)
    }

    public func ccc_saveAccount(
        toCustomer account: CCCAccount!, completion: ((CCCAccount?, Error?) -> Void)!
    ) {
        account.accountID = String(accounts.count + 1)
        accounts.append(account)
        completion(account, nil)
    }

    public func ccc_deleteCustomerAccount(
        _ accountID: String!, completion: ((Bool, Error?) -> Void)!
    ) {
        accounts.removeAll { $0.accountID == accountID }
        completion(true, nil)
    }

    public func ccc_update(
        _ account: CCCAccount!, completion: ((CCCAccount?, Error?) -> Void)!
    ) {
        completion(account, nil)
    }

    public func ccc_authApplePayTransaction(
        withToken token: String!, completion: ((Bool, Error?) -> Void)!
    ) {
        tokens.append(token)
        if let (result, error) = answer { completion(result, error) }
    }
}
