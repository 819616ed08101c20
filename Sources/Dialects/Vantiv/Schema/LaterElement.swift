import DialectKit
import StrictXML

/// An element that came with cnpAPI 12.35 to 12.50.
///
/// We have no schema of these versions, so the element's position isn't known: it may be anywhere, and its content
/// isn't read.
///
/// Source: the change log of one of Vantiv's SDKs, up to 12.40. Later elements are known by name alone: their version
/// is taken to be 12.41, and their transactions are assumed.
struct LaterElement: Sendable {
    /// Whether the element may be ignored, since it changes neither the money nor the card.
    private let isServed: Bool
    /// The first minor version of 12 that has it.
    private let minor: Int
    private let parts: Set<ContentPart>

    private init(_ minor: Int, _ parts: Set<ContentPart>, isServed: Bool = true) {
        self.isServed = isServed
        self.minor = minor
        self.parts = parts
    }

    /// Refuses the elements of a transaction that are not served.
    ///
    /// - Returns: The names of those that are passed over.
    static func passed(
        in node: XMLNode, _ part: ContentPart, _ version: VantivVersion
    ) throws(SchemaFault) -> Set<String> {
        guard version.isAtLeast(12, firstMinor) else { return [] }
        var names: Set<String> = []
        for (name, element) in all
        where version.isAtLeast(12, element.minor) && element.parts.contains(part) {
            if element.isServed {
                names.insert(name)
            } else if node.child(name) != nil {
                throw SchemaFault(.notServed, name, in: node.name)
            }
        }
        return names
    }

    private static let firstMinor = 35
    private static let payments: Set<ContentPart> = [.authorization, .sale]

    private static let all: [String: LaterElement] = [
        "accountFundingTransactionData": LaterElement(
            35,
            [
                .authorization, .sale, .captureGivenAuth, .forceCapture, .referencedCredit,
                .freeCredit,
            ]),
        "fraudCheckAction": LaterElement(36, payments),
        // A capture that says how many will follow: we use the attribute partial instead.
        "partialCapture": LaterElement(38, [.capture], isServed: false),
        "typeOfDigitalCurrency": LaterElement(40, payments.union([.captureGivenAuth])),
        "conversionAffiliateId": LaterElement(40, payments.union([.captureGivenAuth])),
        "identityBundle": LaterElement(41, payments),
        "preferredCustomer": LaterElement(41, payments),
        "originalRetrievalReferenceNumber": LaterElement(
            41, payments.union([.captureGivenAuth, .forceCapture, .freeCredit])),
        // An amount beside the amount.
        "cumulativeAmount": LaterElement(
            41, payments.union([.reauthorization, .capture, .authReversal]), isServed: false),
        // A card that only Paze can decrypt.
        "pazeEncryptedPayload": LaterElement(41, payments, isServed: false),
    ]
}
