import SwiftASN1
import X509

/// The distinguished name of a simulated certificate, with the attributes that Apple's have.
public struct CertificateName: Sendable, Hashable {
    /// The merchant identifier, in a payment processing certificate.
    public var userID: String?
    /// What the certificate is called.
    public var commonName: String
    /// The unit.
    public var unit: String
    /// The organization.
    public var organization = "Coster Simulator"
    /// The country.
    public var country = "US"

    /// A name of the simulator's organization.
    public init(_ commonName: String, unit: String, userID: String? = nil) {
        self.commonName = commonName
        self.unit = unit
        self.userID = userID
    }

    /// The simulator's root.
    public static let root = CertificateName(
        "Coster Simulator Root CA", unit: "Coster Simulator Certification Authority")
    /// The simulator's intermediate.
    public static let intermediate = CertificateName(
        "Coster Simulator Application Integration CA",
        unit: "Coster Simulator Certification Authority")
    /// The leaf that signs EC_v1.
    public static let ecSigner = signer("ecc-smp-broker-sign_COSTER-SIMULATOR")
    /// The leaf that signs RSA_v1.
    public static let rsaSigner = signer("rsa-smp-broker-sign_COSTER-SIMULATOR")
    /// A leaf whose name says SANDBOX, as that of Apple's sandbox does.
    public static let sandboxECSigner = signer("ecc-smp-broker-sign_COSTER-SANDBOX")
    /// The same for RSA_v1.
    public static let sandboxRSASigner = signer("rsa-smp-broker-sign_COSTER-SANDBOX")

    /// The name of a leaf that signs tokens.
    public static func signer(_ commonName: String) -> CertificateName {
        CertificateName(commonName, unit: "Simulated iOS Systems")
    }

    /// The name in a merchant's payment processing certificate.
    public static func merchant(_ identifier: String) -> CertificateName {
        CertificateName(
            "Apple Pay Payment Processing:\(identifier)", unit: "SIMULATOR0", userID: identifier)
    }

    /// The name in a merchant identity certificate.
    public static func merchantIdentity(_ identifier: String) -> CertificateName {
        CertificateName(
            "Apple Pay Merchant Identity:\(identifier)", unit: "SIMULATOR0", userID: identifier)
    }

    /// In the order in which Apple writes them: UID, CN, OU, O, C.
    func distinguishedName() throws -> DistinguishedName {
        typealias Attribute = RelativeDistinguishedName.Attribute
        typealias Name = ASN1ObjectIdentifier.RDNAttributeType
        var attributes: [Attribute] = []
        if let userID {
            attributes.append(Attribute(type: SimulatorOID.userID, utf8String: userID))
        }
        attributes += [
            Attribute(type: Name.commonName, utf8String: commonName),
            Attribute(type: Name.organizationalUnitName, utf8String: unit),
            Attribute(type: Name.organizationName, utf8String: organization),
            try Attribute(type: Name.countryName, printableString: country),
        ]
        return try DistinguishedName(attributes)
    }
}
