import DialectKit

/// A page that calls the server, by the merchant's publishable key.
///
/// The key isn't secret, and a program can claim any page's origin. So a page may do only what costs its merchant nothing: see what
/// the merchant shows anyway, and open a session for the merchant's own domain.
package struct PageCaller: Sendable, Hashable {
    /// The key, from `?key=KEY`, which needs no question of the browser's beforehand, or `Authorization: Bearer KEY`.
    package let publishableKey: String

    /// Reads a request; nil without a well-formed key, and with two that differ.
    package init?(_ head: RequestHead) {
        let keys = head.query.split(separator: "&").compactMap { field -> Substring? in
            field.hasPrefix("key=") ? field.dropFirst(4) : nil
        }
        guard keys.count <= 1, keys.allSatisfy(RelayCaller.isKey) else { return nil }
        var named = Set(keys.map(String.init))
        if head.header("authorization") != nil {
            guard let caller = RelayCaller(head) else { return nil }
            named.insert(caller.publishableKey)
        }
        guard named.count == 1, let key = named.first else { return nil }
        publishableKey = key
    }

    /// The credential of a page's request. Its secret is empty, since the key only says whose the request is.
    package static func credential(in head: RequestHead) -> CredentialLocation {
        guard let caller = PageCaller(head) else { return .missing }
        return .head(PresentedCredential(identity: caller.publishableKey, secret: ""))
    }
}
