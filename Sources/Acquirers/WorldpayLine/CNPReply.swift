import PaymentDomain
import StrictXML

/// A reply document of cnpAPI that is to a request of ours.
///
/// Source: cnpOnline XSD, 12.34, cnpOnlineResponse.
enum CNPReply: Sendable, Hashable {
    /// The transaction was answered.
    case transaction(CNPAnswer)
    /// The document was refused, and nothing was done.
    case refused
    /// Nobody knows whether something was done.
    case unclear

    /// Reads a reply, strictly in what counts: unknown fields are passed over, but a field that comes twice, a value
    /// of another form, or another request's names refuse the whole.
    static func read(_ bytes: [UInt8], to request: CNPRequest) throws(CNPReplyError) -> CNPReply {
        let root: XMLNode
        let result: String
        do {
            root = try XMLDocument.root(of: bytes, limits: WorldpayLimits.reply)
            guard root.name == "cnpOnlineResponse" else { throw CNPReplyError.wrongRoot }
            result = try root.requiredAttribute("response", max: WorldpayLimits.response)
        } catch let error as XMLReadError {
            throw .xml(error)
        } catch {
            throw .wrongRoot
        }
        guard result == "0" else { return refusals.contains(result) ? .refused : .unclear }
        // A refusal may come in another namespace; an answer must not.
        guard root.namespace == "\(CNPRequest.namespace)" else { throw .wrongRoot }
        let children = root.children
        guard children.count == 1, root.hasOnlyElements else { throw .wrongTransaction }
        return .transaction(try CNPAnswer(children[0], to: request))
    }

    /// The results of documents that were not carried out.
    ///
    /// Source: Worldpay, cnpOnlineResponse: 1 the schema or the credentials, 2 not XML, 3 credentials, 4 too many
    /// connections. 5 is a fault of the system.
    private static let refusals: Set<String> = ["1", "2", "3", "4"]
}

/// Why a reply counts as none.
enum CNPReplyError: Error, Sendable, Hashable {
    /// It isn't XML within the limits.
    case xml(XMLReadError)
    /// Another root, or one without a result.
    case wrongRoot
    /// None, several, or one of another kind.
    case wrongTransaction
    /// Another id, orderId or reportGroup than the request's.
    case wrongEcho
    case missingField
    case repeatedField
    case malformedField
}

extension XMLNode {
    /// Whether there is nothing but white space beside the elements.
    fileprivate var hasOnlyElements: Bool {
        text.utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
}
