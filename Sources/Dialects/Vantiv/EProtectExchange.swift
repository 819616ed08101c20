import DialectKit
import PaymentDomain

/// The operations of eProtect, as metrics and logs name them.
enum EProtectOperation: String, Sendable, CaseIterable {
    /// A card or a token is exchanged for a registration id.
    case register
    /// The script's report of an answer's duration, which isn't used.
    case statistics
}

/// The two generations of eProtect, by the path.
enum EProtectGeneration: String, Sendable, CaseIterable {
    /// `/LitlePayPage`: names its transaction litleTxnId.
    case litle = "LitlePayPage"
    /// `/eProtect`: names its transaction vantivTxnId.
    case vantiv = "eProtect"

    /// Of the path of a request.
    init(of route: DialectRoute) {
        self = route.path.hasPrefix("/LitlePayPage/") ? .litle : .vantiv
    }

    /// The other generation's name of it.
    var otherNumberName: StaticString {
        switch self {
        case .litle: EProtectGeneration.vantiv.numberName
        case .vantiv: EProtectGeneration.litle.numberName
        }
    }

    /// The member that holds the transaction's number.
    var numberName: StaticString {
        switch self {
        case .litle: "litleTxnId"
        case .vantiv: "vantivTxnId"
        }
    }
}

/// The result of decoding that a reply of eProtect needs.
package struct EProtectExchange: Sendable {
    /// Which names the reply has.
    let generation: EProtectGeneration
    /// The transaction's number.
    let number: TransactionNumber
    /// When the request arrived: the time of every reply.
    let receivedAt: Timestamp
    /// The function that the script calls with the reply; nil for plain JSON. It is called whatever the error or
    /// refusal of the request: without that call a script learns nothing.
    let callback: EProtectCallback?
    /// `primary` or `secondary`, mirrored.
    var targetServer: String?
    /// Mirrored.
    var reportGroup: String?
    /// Mirrored.
    var id: String?
    /// Mirrored, even if a script sent the word `undefined`.
    var orderID: String?
    /// Whether a token was sent, whose end the client does not know.
    var isApplePay = false

    init(_ head: RequestHead) {
        generation = EProtectGeneration(of: head.route)
        number = TransactionNumber(at: head.receivedAt, random: head.chance.open)
        receivedAt = head.receivedAt
        callback = head.route.method == "GET" ? EProtectCallback(in: head.query) : nil
    }
}

/// The name of a function in the page that asks: one identifier, so that a reply can call a function of that name
/// and do nothing else. Names with dots would reach methods of the page's objects; jQuery, which Vantiv's script
/// uses, makes none.
///
/// Source: ECMA-262, 12.7, of which only letters, digits, `_` and `$` are taken.
struct EProtectCallback: Sendable, Hashable {
    /// The parameter that names it.
    static let field = "jsoncallback"

    /// The identifier.
    let name: String

    /// A name as a client sent it, or nil if it isn't such an identifier.
    init?(_ name: String) {
        guard EProtectLimits.callback.contains(name.utf8.count),
            let first = name.utf8.first, !(0x30...0x39).contains(first),
            name.utf8.allSatisfy(Self.isPart)
        else { return nil }
        self.name = name
    }

    /// The function that a query names, also if another field of it can't be read; nil if it names none, or two.
    init?(in query: String) {
        let start = Array("\(Self.field)=".utf8)
        let fields = query.utf8.split(separator: UInt8(ascii: "&")).filter {
            $0.starts(with: start)
        }
        guard let field = fields.first, fields.count == 1,
            let form = try? FormFields(query: String(decoding: field, as: UTF8.self)),
            let name = form[Self.field]
        else { return nil }
        self.init(name)
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: false
        }
    }
}
