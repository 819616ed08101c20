import DialectKit
import PaymentDomain

/// An answer other than success.
struct EProtectFault: Error, Sendable, Hashable {
    /// 200 for all of eProtect's own answers; another status if the transport failed.
    var status = 200
    /// The value of `response`.
    let code: EProtectCode
    /// Our stable code, for metrics.
    let reason: String
    /// The value of `message`: the documented text, which 889 alone may replace.
    var message: String
    /// The error and the next step, if the message doesn't say it. Nothing of the request.
    var detail: String?
    /// Whether the same request may simply be repeated after a while.
    var mayRepeat = false

    /// A fault with the documented text of its code.
    init(_ code: EProtectCode, _ reason: String, _ detail: String? = nil) {
        self.code = code
        self.reason = reason
        message = code.message
        self.detail = detail
    }

    /// A failure with a text of its own.
    static func failure(_ reason: String, _ message: String) -> EProtectFault {
        var fault = EProtectFault(.failure, reason)
        fault.message = message
        return fault
    }

    /// A failure that comes from the transport.
    func on(_ status: Int, mayRepeat: Bool = false) -> EProtectFault {
        var fault = self
        fault.status = status
        fault.mayRepeat = mayRepeat
        return fault
    }
}
