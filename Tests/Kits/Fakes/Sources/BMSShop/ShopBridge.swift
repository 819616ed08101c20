// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals, AllPublicDeclarationsHaveDocumentation
// An app's bridge has the vendor's types.

import CosterBolt
import Foundation

/// The app's way to its server, which sends the authorization to the gateway.
@MainActor
public final class ShopBridge: NSObject, BMSAPIBridgeProtocol {
    /// The customer's accounts.
    public var accounts: [BMSAccount] = []
    /// The accounts that were changed.
    public var updates: [BMSAccount] = []
    /// Sends a token to the server: true if the gateway approved it. Throws if the answer isn't known.
    private let authorize: @Sendable (String) async throws -> Bool

    /// Makes a bridge.
    public init(authorize: @escaping @Sendable (String) async throws -> Bool) {
        self.authorize = authorize
    }

    public func bms_getAccounts(_ completion: (([BMSAccount]?, (any Error)?) -> Void)!) {
        completion(accounts, nil)
    }

    public func bms_saveAccount(
        toCustomer account: BMSAccount!, completion: ((BMSAccount?, (any Error)?) -> Void)!
    ) {
        account.accountID = String(accounts.count + 1)
        accounts.append(account)
        completion(account, nil)
    }

    public func bms_deleteCustomerAccount(
        _ accountID: String!, completion: ((Bool, (any Error)?) -> Void)!
    ) {
        accounts.removeAll { $0.accountID == accountID }
        completion(true, nil)
    }

    public func bms_update(
        _ account: BMSAccount!, completion: ((BMSAccount?, (any Error)?) -> Void)!
    ) {
        updates.append(account)
        completion(account, nil)
    }

    public func bms_authApplePayTransaction(
        withToken token: String!, completion: ((Bool, (any Error)?) -> Void)!
    ) {
        guard let token, let completion else { return }
        let authorize = authorize
        Task {
            do {
                completion(try await authorize(token), nil)
            } catch {
                completion(false, error)
            }
        }
    }
}
