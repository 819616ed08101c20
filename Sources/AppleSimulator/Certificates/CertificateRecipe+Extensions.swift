import SwiftASN1
import X509

/// The extensions of the four roles, in the order in which Apple's certificates have them.
extension CertificateRecipe {
    /// - Parameters:
    ///   - subjectKey: The identifier of the key that the certificate is about.
    ///   - issuerKey: The identifier of the key that signs it.
    func extensions(subjectKey: [UInt8], issuerKey: [UInt8]) throws -> Certificate.Extensions {
        let subjectIdentifier = plain(
            SimulatorOID.subjectKeyIdentifier, SimulatorDER.octets(subjectKey))
        let issuerIdentifier = plain(
            SimulatorOID.authorityKeyIdentifier,
            SimulatorDER.sequence(SimulatorDER.node(0x80, issuerKey)))
        let usage = Certificate.Extension(
            oid: SimulatorOID.keyUsage, critical: true, value: keyUsage[...])

        var list: [Certificate.Extension]
        switch role {
        case .root:
            list = [subjectIdentifier, basicConstraints, usage]
        case .intermediate:
            list = [
                statusAddress, subjectIdentifier, basicConstraints, issuerIdentifier,
                revocationAddress, usage,
            ]
        case .signer where hasEarlyOrder:
            list = [
                statusAddress, subjectIdentifier, basicConstraints, issuerIdentifier, policy,
                revocationAddress, usage,
            ]
        case .signer, .merchant:
            list = [
                basicConstraints, issuerIdentifier, statusAddress, policy, revocationAddress,
                subjectIdentifier, usage,
            ]
        }
        list += markers.map { plain($0, SimulatorDER.null) }
        list += otherExtensions
        return try Certificate.Extensions(list.filter { !omitted.contains($0.oid) })
    }

    /// Source: RFC 5280, section 4.2.1.9; `cA` is left out if it is false, its default.
    private var basicConstraints: Certificate.Extension {
        let value =
            isAuthority
            ? SimulatorDER.sequence(SimulatorDER.node(0x01, [0xFF])) : SimulatorDER.sequence()
        return Certificate.Extension(
            oid: SimulatorOID.basicConstraints, critical: true, value: value[...])
    }

    /// Source: RFC 5280, section 4.2.2.1. The host is one that can never exist (RFC 2606, section
    /// 2).
    private var statusAddress: Certificate.Extension {
        let address = Array("http://ocsp.simulator.invalid/coster".utf8)
        let access = SimulatorDER.sequence(
            SimulatorDER.oid([1, 3, 6, 1, 5, 5, 7, 48, 1]), SimulatorDER.node(0x86, address))
        return plain(SimulatorOID.authorityInformationAccess, SimulatorDER.sequence(access))
    }

    /// Source: RFC 5280, section 4.2.1.13.
    private var revocationAddress: Certificate.Extension {
        let address = Array("http://crl.simulator.invalid/coster.crl".utf8)
        let name = SimulatorDER.node(0xA0, SimulatorDER.node(0x86, address))
        let point = SimulatorDER.sequence(SimulatorDER.node(0xA0, name))
        return plain(SimulatorOID.crlDistributionPoints, SimulatorDER.sequence(point))
    }

    /// Source: RFC 5280, section 4.2.1.4: anyPolicy with a notice for the reader.
    private var policy: Certificate.Extension {
        let notice = SimulatorDER.sequence(
            SimulatorDER.utf8("Issued by a simulator for tests. It vouches for nothing."))
        let qualifier = SimulatorDER.sequence(
            SimulatorDER.oid([1, 3, 6, 1, 5, 5, 7, 2, 2]), notice)
        let anyPolicy = SimulatorDER.sequence(
            SimulatorDER.oid([2, 5, 29, 32, 0]), SimulatorDER.sequence(qualifier))
        return plain(SimulatorOID.certificatePolicies, SimulatorDER.sequence(anyPolicy))
    }

    private func plain(_ oid: ASN1ObjectIdentifier, _ value: [UInt8]) -> Certificate.Extension {
        Certificate.Extension(oid: oid, critical: false, value: value[...])
    }
}
