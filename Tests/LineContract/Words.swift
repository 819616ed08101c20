import PaymentDomain
import PaymentEngine

extension AcquirerAnswer {
    /// The answer in words, for tables.
    package var words: String {
        switch self {
        case .approved(let approval):
            let reference = approval.acquirerReference.map {
                String(decoding: $0.bytes, as: UTF8.self)
            }
            return [
                "approved \(approval.amount.minorUnits)", reference, approval.authorizationCode,
                approval.networkReference, approval.checks.address?.rawValue,
                approval.checks.securityCode?.rawValue,
            ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        case .declined(let reason, let checks):
            return [
                "declined \(reason.rawValue)", checks.processorCode?.text,
                checks.address?.rawValue, checks.securityCode?.rawValue,
            ].compactMap { $0 }.joined(separator: " ")
        case .notSent: return "not sent"
        case .unknown: return "unknown"
        }
    }
}

extension AdviceOutcome {
    /// The outcome in words, for tables.
    package var words: String {
        switch self {
        case .acknowledged(let reference):
            guard let reference else { return "acknowledged" }
            return "acknowledged " + String(decoding: reference.bytes, as: UTF8.self)
        case .refused(let reason): return "refused \(reason.rawValue)"
        case .unanswered: return "unanswered"
        case .tooEarly(let then):
            return "too early for \(then.milliseconds(since: .ofSamples) / 1_000) s"
        }
    }
}
