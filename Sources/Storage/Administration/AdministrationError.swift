import Merchants
import PaymentEngine

/// Why an administrative act was not done.
package enum AdministrationError: Error, Sendable, Hashable {
    /// It must not be, or cannot be, as things stand; it is recorded with that result.
    case refused(MerchantFault)
    /// The database couldn't be read or written.
    case store(StoreError)

    /// A stable code for machines.
    package var code: String {
        switch self {
        case .refused(let fault): fault.code
        case .store(let error): "store-\(error.rawValue)"
        }
    }

    /// The message, with the next step.
    package var sentence: String {
        switch self {
        case .refused(let fault): fault.sentence
        case .store:
            "The books could not be used just now; check free space and that the database answers, then try again."
        }
    }
}
