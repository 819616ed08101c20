import DialectKit
import Merchants
import PaymentDomain

/// A merchant's publishable key: what its apps and its web pages send in place of a secret.
///
/// It is stored as a name without a secret, whose details are the bundle identifiers of the apps; a key without apps is
/// for pages alone. A key never changes: a further app gets a key of its own.
package struct PublishableKey: Hashable, Sendable {
    /// The start of each key.
    package static let prefix = "cpk_"
    /// How many apps may have one key.
    static let mostApps = 20
    /// The characters behind the prefix: 144 random bits, so that nobody finds another merchant's key.
    private static let randomCharacters = 24
    /// In place of a bundle identifier: any app. Only the sandbox's own key has it.
    static let anyApp = "*"

    /// The key as apps send it.
    package let text: String
    /// The bundle identifiers of its apps.
    package let apps: [String]

    /// Makes a key.
    ///
    /// - Throws: ``MerchantFault/badBundleIdentifier`` for an app that can't exist, or too many.
    package init(forApps apps: [String]) throws(MerchantFault) {
        guard apps.count <= Self.mostApps, apps.allSatisfy(RelayCaller.isBundleIdentifier)
        else { throw .badBundleIdentifier }
        text = Self.prefix + GeneratedSecret(room: Self.randomCharacters).text
        self.apps = apps
    }

    /// The key among the names of merchants; nil for the name of a client or a page.
    package init?(_ identity: ClientIdentity) {
        guard identity.dialect == RelayCaller.namespace else { return nil }
        text = identity.name
        apps = identity.details
    }

    /// How the key is stored for a merchant.
    package func identity(of merchant: MerchantID) throws(MerchantFault) -> ClientIdentity {
        try ClientIdentity(
            dialect: RelayCaller.namespace, name: text, merchant: merchant, details: apps,
            isOpen: true)
    }
}
