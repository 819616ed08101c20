import DialectKit

/// The operations of the CardPointe Gateway, as metrics and logs name them.
enum CardPointeOperation: String, Sendable, CaseIterable {
    /// Are user, password and merchid right?
    case check
    case auth
    case capture
    case void
    case voidByOrderID = "void-by-order"
    case refund
    case inquire
    case inquireByOrderID = "inquire-by-order"
    case inquireMerchant = "inquire-merchant"
    case settlementStatus = "settlement-status"
    case bin
    /// Customers' stored cards: not Apple Pay's.
    case profile
    /// Surcharges: not Apple Pay's.
    case surcharge
    /// Deposits at the merchant's bank, which are not known here.
    case funding
    /// The older form of ``funding``.
    case deposit
    /// A signature on paper, which is not kept.
    case signature
    /// Batches opened by hand: paths that are not there.
    case absent

    /// The paths of the gateway below its root. PUT and POST are the same since 2019.
    ///
    /// Source: CardPointe Gateway API; an empty acctid leaves two slashes.
    var paths: [(method: String, path: String)] {
        switch self {
        case .check:
            [("PUT", ""), ("POST", ""), ("GET", ""), ("PUT", "/"), ("POST", "/"), ("GET", "/")]
        case .auth: Self.written("/auth")
        case .capture: Self.written("/capture")
        case .void: Self.written("/void")
        case .voidByOrderID: Self.written("/voidByOrderId")
        case .refund: Self.written("/refund")
        case .inquire: [("GET", "/inquire/{retref}/{merchid}")]
        case .inquireByOrderID:
            [
                ("GET", "/inquireByOrderid/{orderid}/{merchid}"),
                ("GET", "/inquireByOrderid/{orderid}/{merchid}/{set}"),
            ]
        case .inquireMerchant: [("GET", "/inquireMerchant/{merchid}")]
        case .settlementStatus: [("GET", "/settlestat")]
        case .bin: [("GET", "/bin/{merchid}/{token}")]
        case .profile:
            Self.written("/profile") + [
                ("GET", "/profile/{profileid}/{acctid}/{merchid}"),
                ("GET", "/profile/{profileid}//{merchid}"),
                ("DELETE", "/profile/{profileid}/{acctid}/{merchid}"),
                ("DELETE", "/profile/{profileid}//{merchid}"),
            ]
        case .surcharge: [("GET", "/surcharge")]
        case .funding: [("GET", "/funding")]
        case .deposit: [("GET", "/deposit")]
        case .signature: Self.written("/sigcap")
        case .absent:
            [
                ("GET", "/settlestatByBatchSource"),
                ("GET", "/openbatch/{merchid}/{batchsource}"),
                ("GET", "/closebatch/{merchid}/{batchid}"),
            ]
        }
    }

    private static func written(_ path: String) -> [(method: String, path: String)] {
        [("PUT", path), ("POST", path)]
    }
}
