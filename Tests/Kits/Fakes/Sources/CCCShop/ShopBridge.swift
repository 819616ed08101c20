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
    /// Where completions are called, and how often: networking code calls them on its own queue.
    public var calls: (DispatchQueue?, Int) = (nil, 1)

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
        guard let (result, error) = answer, let completion = completion else { return }
        let count = calls.1
        if let queue = calls.0 {
            queue.async { for _ in 0..<count { completion(result, error) } }
        } else {
            for _ in 0..<count { completion(result, error) }
        }
    }
}
