import MerchantStorage
import CosterServer
import Merchants
import PaymentDomain
import PaymentStorage
import StrictCoding

/// A merchant for a machine: no key and no secret. The names in JSON are an interface.
struct MerchantFacts: Encodable {
    let name: String
    let appleMerchantId: String
    let acquirer: Acquirer
    let createdAt: String
    let certificates: [Certificate]
    let origins: [String]
    let domains: [String]
    let storefront: StorefrontFacts
    let clients: [ClientFacts]

    /// How the acquirer knows the merchant.
    struct Acquirer: Encodable {
        let merchantNumber: String
        let terminalNumber: String
        let categoryCode: String
    }

    /// An Apple certificate, or a request that Apple hasn't answered.
    struct Certificate: Encodable {
        let number: Int64
        let purpose: String
        let algorithm: String
        /// `pending`, `active` or `retired`.
        let state: String
        let expiresAt: String?
        let publicKeyHash: String
    }

    init(_ merchant: MerchantRecord, _ records: MerchantRecords, at now: Timestamp) {
        name = merchant.id.value
        appleMerchantId = merchant.appleMerchantIdentifier
        acquirer = Acquirer(
            merchantNumber: merchant.numbers.merchantNumber,
            terminalNumber: merchant.numbers.terminalNumber,
            categoryCode: merchant.numbers.categoryCode)
        createdAt = merchant.createdAt.iso8601Seconds
        certificates = records.certificates.filter { $0.merchant == merchant.id }.map {
            Certificate(
                number: $0.number, purpose: $0.purpose.rawValue, algorithm: $0.algorithm.rawValue,
                state: $0.state.rawValue, expiresAt: $0.notAfter?.iso8601Seconds,
                publicKeyHash: Hex.encode($0.publicKeyHash))
        }
        origins = records.origins(of: merchant.id).map(\.text)
        domains = records.domains(of: merchant.id).map(\.name)
        storefront = StorefrontFacts(records.storefront(of: merchant.id))
        clients = ClientFacts.all(of: merchant.id, records, at: now)
    }
}

/// A client of a merchant for a machine.
struct ClientFacts: Encodable {
    /// The protocol that it speaks.
    let `protocol`: String
    /// How it names itself.
    let identity: String
    let credentials: [Credential]

    /// A secret; nothing of it but its number.
    struct Credential: Encodable {
        let number: Int64
        /// `valid`, `expired` or `revoked`.
        let state: String
        let createdAt: String
        let expiresAt: String?
        let revokedAt: String?
    }

    /// The clients of a merchant, without what describes its pages.
    static func all(
        of merchant: MerchantID, _ records: MerchantRecords, at now: Timestamp
    ) -> [ClientFacts] {
        records.clients.filter { $0.merchant == merchant && !$0.isOfPages }.map { client in
            let own = records.credentials.filter {
                $0.dialect == client.dialect && $0.identity == client.name
            }
            return ClientFacts(
                protocol: client.dialect, identity: client.name,
                credentials: own.map { Credential($0, at: now) })
        }
    }
}

extension ClientFacts.Credential {
    init(_ record: CredentialRecord, at now: Timestamp) {
        number = record.number
        createdAt = record.createdAt.iso8601Seconds
        expiresAt = record.expiresAt?.iso8601Seconds
        revokedAt = record.revokedAt?.iso8601Seconds
        if record.revokedAt != nil {
            state = "revoked"
        } else {
            state = record.expiresAt.map { $0 <= now } ?? false ? "expired" : "valid"
        }
    }
}

/// The merchant that a sandbox has of its own, for a machine.
struct SandboxMerchantFacts: Encodable {
    let name = SandboxMerchant.id.value
    let appleMerchantId = SandboxMerchant.appleMerchantIdentifier
    let isBuiltIn = true
    let clients = SandboxMerchant.credentials.map {
        ClientFacts(protocol: $0.dialect, identity: $0.identity, credentials: [])
    }
}
