import Crypto
import Merchants
import StrictCoding

/// A domain of a merchant for a machine. The names in JSON are an interface.
struct DomainFacts: Encodable {
    let domain: String
    /// The length of the association file; nil if nobody has given it.
    let fileBytes: Int?
    let fileSha256: String?

    init(_ domain: WebDomain) {
        self.domain = domain.name
        let file = domain.file
        fileBytes = file?.count
        fileSha256 = file.map { Hex.encode(Array(SHA256.hash(data: $0))) }
    }
}
