import SwiftASN1
import X509

/// The distinguished name of a simulated certificate, with the attributes that Apple's have.
package struct CertificateName: Sendable, Hashable {
    /// The merchant identifier, in a payment processing certificate.
    package var userID: String?
    /// The certificate's common name.
    package var commonName: String
    package var unit: String
    package var organization = "Coster Simulator"
    package var country = "US"

    /// A name of the simulator's organization.
    package init(_ commonName: String, unit: String, userID: String? = nil) {
        self.commonName = commonName
        self.unit = unit
        self.userID = userID
    }

    package static let root = CertificateName(
        "Coster Simulator Root CA", unit: "Coster Simulator Certification Authority")
    package static let intermediate = CertificateName(
        "Coster Simulator Application Integration CA",
        unit: "Coster Simulator Certification Authority")
    /// The leaf that signs EC_v1.
    package static let ecSigner = signer("ecc-smp-broker-sign_COSTER-SIMULATOR")
    /// The leaf that signs RSA_v1.
    package static let rsaSigner = signer("rsa-smp-broker-sign_COSTER-SIMULATOR")
    /// A leaf whose name says SANDBOX, as that of Apple's sandbox does.
    package static let sandboxECSigner = signer("ecc-smp-broker-sign_COSTER-SANDBOX")
    /// The same for RSA_v1.
    package static let sandboxRSASigner = signer("rsa-smp-broker-sign_COSTER-SANDBOX")

    /// The name of a leaf that signs tokens.
    package static func signer(_ commonName: String) -> CertificateName {
        CertificateName(commonName, unit: "Simulated iOS Systems")
    }

    /// The name in a merchant's payment processing certificate.
    package static func merchant(_ identifier: String) -> CertificateName {
        CertificateName(
            "Apple Pay Payment Processing:\(identifier)", unit: "SIMULATOR0", userID: identifier)
    }

    /// The name in a merchant identity certificate.
    package static func merchantIdentity(_ identifier: String) -> CertificateName {
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
