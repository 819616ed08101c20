import DialectKit
import PaymentDomain
import StrictCoding

/// The user of HTTP Basic.
///
/// Source: InstaMed's portal writes `user@account`; clients in production send what is before the `@` alone.
enum InstaMedUser {
    /// The name by which a user is known, however it was written: the part before the first `@`, in lower case.
    static func name(_ text: String) -> String {
        ASCIICase.lowered(String(text.prefix { $0 != "@" }))
    }
}

/// The sender of a request, by HTTP Basic.
enum InstaMedCredential {
    /// User and password of a head, the user as ``InstaMedUser`` knows it; nil if there are none.
    static func read(_ head: RequestHead) -> PresentedCredential? {
        guard let presented = head.basicCredential else { return nil }
        let user = InstaMedUser.name(presented.identity)
        guard !user.isEmpty else { return nil }
        return PresentedCredential(identity: user, secret: presented.secret)
    }
}
