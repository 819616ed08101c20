import Crypto
import PaymentDomain
import SwiftASN1

/// One signed attribute of a signature: right, wrong, or anything at all.
package enum SimulatedAttribute: Sendable, Hashable {
    /// contentType: id-data, as Apple signs it.
    case contentType
    /// signingTime, in the form that its year needs.
    case signingTime(Timestamp)
    /// CMSAlgorithmProtection; Apple has sent it since 2017.
    case algorithmProtection
    /// messageDigest of the content that is signed.
    case messageDigest
    /// messageDigest of something else.
    case otherDigest([UInt8])
    /// A whole Attribute in DER.
    case raw([UInt8])

    /// An attribute of any type with any values, each in DER.
    package static func attribute(
        _ type: ASN1ObjectIdentifier, values: [[UInt8]]
    ) -> SimulatedAttribute {
        .raw(
            SimulatorDER.sequence(
                SimulatorDER.oid(type), SimulatorDER.node(0x31, of: values)))
    }

    /// The parts of the signature that an attribute may need to know.
    struct Context {
        let content: [UInt8]
        let digestAlgorithm: [UInt8]
        let signatureAlgorithm: [UInt8]
    }

    func encoded(in context: Context) -> [UInt8] {
        switch self {
        case .contentType: SimulatedAttribute.encodedContentType
        case .signingTime(let moment):
            one(SimulatedAttribute.signingTimeType, SimulatorDER.time(moment))
        case .algorithmProtection:
            one(SimulatedAttribute.algorithmProtectionType, protection(in: context))
        case .messageDigest: digest(Array(SHA256.hash(data: context.content)))
        case .otherDigest(let bytes): digest(bytes)
        case .raw(let bytes): bytes
        }
    }

    /// The signature algorithm under [1], implicitly tagged: its SEQUENCE tag is replaced.
    ///
    /// Source: RFC 6211, section 2.
    private func protection(in context: Context) -> [UInt8] {
        let signatureAlgorithm = [0xA1] + context.signatureAlgorithm.dropFirst()
        return SimulatorDER.sequence(context.digestAlgorithm, signatureAlgorithm)
    }

    private func digest(_ bytes: [UInt8]) -> [UInt8] {
        one(SimulatedAttribute.messageDigestType, SimulatorDER.octets(bytes))
    }

    private func one(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
        SimulatorDER.sequence(type, SimulatorDER.set(value))
    }

    private static let signingTimeType = SimulatorDER.oid(SimulatorOID.signingTime)
    private static let messageDigestType = SimulatorDER.oid(SimulatorOID.messageDigest)
    private static let algorithmProtectionType = SimulatorDER.oid(
        SimulatorOID.algorithmProtection)
    private static let encodedContentType = SimulatorDER.sequence(
        SimulatorDER.oid(SimulatorOID.contentType),
        SimulatorDER.set(SimulatorDER.oid(SimulatorOID.cmsData)))
}
