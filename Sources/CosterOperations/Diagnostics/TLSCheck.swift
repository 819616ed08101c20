import CosterServer
import Foundation
import Gateway
import Merchants
import PaymentDomain
import X509

/// Checks the files of a server's TLS.
enum TLSCheck {
    static func findings(certificate: String, key: String, at now: Timestamp) -> [Finding] {
        do throws(GatewayError) {
            try TLSFiles(certificate: certificate, key: key).check()
        } catch {
            switch error {
            case .badCertificate: return [Finding(.tlsCertificateUnreadable, certificate)]
            case .badKey: return [Finding(.tlsKeyUnreadable, key)]
            case .keyMismatch: return [Finding(.tlsKeyMismatch, key)]
            case .cannotListen, .unknownHost: return []
            }
        }
        let open = FileFacts.of(key, name: key, followsLinks: true).map(OpenToOthers.isReadable)
        let mode = open == true ? [Finding(.tlsKeyOpen, key)] : []
        guard let own = try? Files.certificates(certificate).first else {
            return mode + [Finding(.tlsCertificateUnreadable, certificate)]
        }
        return mode
            + dates(
                certificate, from: Timestamp(certain: own.notValidBefore),
                to: Timestamp(certain: own.notValidAfter), at: now)
    }

    /// The findings for the dates of a certificate.
    static func dates(
        _ name: String, from start: Timestamp, to end: Timestamp, at now: Timestamp
    ) -> [Finding] {
        if now < start {
            return [Finding(.tlsNotYetValid, "\(name), from \(start.iso8601Seconds)")]
        }
        return expiry(name, end, at: now, soon: .tlsEndsSoon, expired: .tlsExpired)
    }

    /// The finding for the end of a certificate.
    static func expiry(
        _ name: String, _ end: Timestamp, at now: Timestamp, soon: FindingKind,
        expired: FindingKind
    ) -> [Finding] {
        let place = "\(name), until \(end.iso8601Seconds)"
        return switch CertificateExpiry(notAfter: end, now: now).state {
        case .fine: []
        case .soon: [Finding(soon, place)]
        case .expired: [Finding(expired, place)]
        }
    }
}

extension Timestamp {
    /// The whole second of a certificate's date, which X.509 keeps within four digits of year.
    fileprivate init(certain date: Date) {
        self.init(seconds: Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? .max)
    }
}
