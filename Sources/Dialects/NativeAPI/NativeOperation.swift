import DialectKit

/// The operations of the API, each with its path and the scope that it needs.
enum NativeOperation: String, Sendable, Hashable, CaseIterable {
    case createPayment = "create-payment"
    case findPayment = "find-payment"
    case listPayments = "list-payments"
    case capture
    case void
    case refund
    case checkToken = "check-token"
    case listBatches = "list-batches"
    case describe = "openapi"

    var route: DialectRoute {
        DialectRoute(method: isPost ? "POST" : "GET", path: path, operation: rawValue)
    }

    /// The scope that a key needs; nil for what anyone may read.
    var scope: NativeScope? {
        switch self {
        case .createPayment, .capture, .void: .pay
        case .refund: .refund
        case .findPayment, .listPayments, .checkToken, .listBatches: .read
        case .describe: nil
        }
    }

    /// Whether it moves money, and so needs a key by which a repetition is recognised.
    var movesMoney: Bool {
        switch self {
        case .createPayment, .capture, .void, .refund: true
        case .findPayment, .listPayments, .checkToken, .listBatches, .describe: false
        }
    }

    /// Whether a query is refused: a field that was put there would count for nothing.
    var takesNoQuery: Bool { self != .listPayments && self != .listBatches }

    private var isPost: Bool { movesMoney || self == .checkToken }

    private var path: String {
        switch self {
        case .createPayment, .listPayments: "/v1/payments"
        case .findPayment: "/v1/payments/{id}"
        case .capture: "/v1/payments/{id}/captures"
        case .void: "/v1/payments/{id}/voids"
        case .refund: "/v1/payments/{id}/refunds"
        case .checkToken: "/v1/tokens/verify"
        case .listBatches: "/v1/batches"
        case .describe: "/v1/openapi.json"
        }
    }
}
