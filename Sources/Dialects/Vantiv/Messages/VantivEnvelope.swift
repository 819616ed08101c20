import DialectKit
import StrictXML

/// The root of a request: version, credential, and the one transaction.
///
/// Source: Vantiv, litleOnline and cnpOnline XSDs, …OnlineRequest and baseRequest.
struct VantivEnvelope {
    let version: VantivVersion
    let merchantID: String
    let credential: PresentedCredential
    let transaction: XMLNode

    /// Reads the root.
    init(_ root: XMLNode) throws(SchemaFault) {
        let family = try Self.family(of: root)
        let name = family.request
        guard let text = try Self.attribute("version", of: root, upTo: VantivLimits.version),
            let version = VantivVersion(text)
        else { throw SchemaFault(.unknownVersion, "version", in: name) }
        guard version.family == family else { throw SchemaFault(.wrongRoot, name, in: name) }
        self.version = version
        guard
            let merchant = try Self.attribute("merchantId", of: root, upTo: VantivLimits.merchantID)
        else { throw SchemaFault(.missingAttribute, "merchantId", in: name) }
        merchantID = merchant
        try Self.checkOtherAttributes(of: root, version)
        guard root.text.utf8.allSatisfy({ $0 <= 0x20 }) else {
            throw SchemaFault(.textNotAllowed, name, in: name)
        }
        let children = root.children
        guard let login = children.first, login.name == "authentication",
            login.namespace == root.namespace
        else { throw SchemaFault(.missing, "authentication", in: name) }
        try ContentModel.of(.authentication, in: version.release).check(login, in: version.release)
        credential = PresentedCredential(
            identity: VantivIdentity.user(login.text(of: "user") ?? "", merchantID: merchant),
            secret: login.text(of: "password") ?? "")
        guard children.count > 1 else { throw SchemaFault(.noTransaction, name, in: name) }
        guard children.count == 2 else { throw SchemaFault(.secondTransaction, name, in: name) }
        guard children[1].namespace == root.namespace else {
            throw SchemaFault(.foreign, "authentication", in: name)
        }
        transaction = children[1]
    }

    private static func family(of root: XMLNode) throws(SchemaFault) -> VantivFamily {
        for family in VantivFamily.allCases
        where root.name == family.request && root.namespace == "\(family.namespace)" {
            return family
        }
        throw SchemaFault(.wrongRoot, "root", in: "root")
    }

    /// An attribute of the root without a prefix.
    private static func attribute(
        _ name: StaticString, of root: XMLNode, upTo length: Int
    ) throws(SchemaFault) -> String? {
        do {
            return try root.attribute(name, max: length, min: 0)
        } catch {
            throw SchemaFault(.tooLong, "\(name)", in: "root")
        }
    }

    private static func checkOtherAttributes(
        of root: XMLNode, _ version: VantivVersion
    ) throws(SchemaFault) {
        for attribute in root.attributes where attribute.namespace.isEmpty {
            switch attribute.name {
            case "version", "merchantId": continue
            case "merchantSdk", "loggedInUser":
                guard attribute.value.unicodeScalars.count <= VantivLimits.softwareName else {
                    throw SchemaFault(.tooLong, "merchantSdk", in: "root")
                }
            // Source: litleOnline_v11.4.xsd; the reference has it from 11.3.
            case "sameDayFunding" where version.isAtLeast(11, 3):
                guard ContentValue.boolean(attribute.value) != nil else {
                    throw SchemaFault(.notBoolean, "sameDayFunding", in: "root")
                }
            default: throw SchemaFault(.attributeNotAllowed, "root", in: "root")
            }
        }
    }
}

extension VantivSession {
    /// The protocol of a reply to a document with this root, whether or not the root is right.
    ///
    /// Clients look for the message in their own namespace only.
    init(root: XMLNode) {
        let isLitle =
            root.name == VantivFamily.litle.request
            || root.namespace == "\(VantivFamily.litle.namespace)"
        let family: VantivFamily =
            isLitle && root.name != VantivFamily.cnp.request ? .litle : .cnp
        let text = root.attributes.first { $0.name == "version" && $0.namespace.isEmpty }?.value
        let version = text.flatMap { VantivVersion($0) }
        self.init(
            family: family,
            version: version?.family == family ? version?.text ?? "" : family.latestVersion)
    }

    /// The protocol of a reply to a body that isn't a document: the family whose root it names.
    init(unreadable body: [UInt8]) {
        let start = body.prefix(VantivLimits.rootSearch)
        let name = Array(VantivFamily.litle.request.utf8)
        let isLitle = start.indices.contains { start[$0...].starts(with: name) }
        let family: VantivFamily = isLitle ? .litle : .cnp
        self.init(family: family, version: family.latestVersion)
    }
}

extension VantivVersion {
    /// Whether this is a version or a later one.
    func isAtLeast(_ major: Int, _ minor: Int) -> Bool {
        (self.major, self.minor) >= (major, minor)
    }
}
