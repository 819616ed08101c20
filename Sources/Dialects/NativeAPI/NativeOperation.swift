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
    case decryptToken = "decrypt-token"
    case listBatches = "list-batches"
    case findBatch = "find-batch"
    case listEvents = "list-events"
    case findEvent = "find-event"
    case listWebhooks = "list-webhooks"
    case createWebhook = "create-webhook"
    case findWebhook = "find-webhook"
    case removeWebhook = "remove-webhook"
    case testWebhook = "test-webhook"
    case rotateWebhook = "rotate-webhook"
    case listDeliveries = "list-deliveries"
    case describe = "openapi"

    var route: DialectRoute {
        DialectRoute(method: row.method, path: row.path, operation: rawValue)
    }

    /// The scope that a key needs; nil for what anyone may read.
    var scope: NativeScope? { row.scope }

    /// Whether it moves money, and so needs a key by which a repetition is recognised.
    var movesMoney: Bool {
        switch self {
        case .createPayment, .capture, .void, .refund: true
        case .findPayment, .listPayments, .checkToken, .decryptToken, .listBatches, .findBatch,
            .listEvents, .findEvent, .listWebhooks, .createWebhook, .findWebhook, .removeWebhook,
            .testWebhook,
            .rotateWebhook, .listDeliveries, .describe:
            false
        }
    }

    /// Whether a query is refused: a field that was put there would count for nothing.
    var takesNoQuery: Bool {
        ![.listPayments, .listBatches, .listEvents, .listDeliveries].contains(self)
    }

    private var row: (method: String, path: String, scope: NativeScope?) {
        switch self {
        case .createPayment: ("POST", "/v1/payments", .pay)
        case .findPayment: ("GET", "/v1/payments/{id}", .read)
        case .listPayments: ("GET", "/v1/payments", .read)
        case .capture: ("POST", "/v1/payments/{id}/captures", .pay)
        case .void: ("POST", "/v1/payments/{id}/voids", .pay)
        case .refund: ("POST", "/v1/payments/{id}/refunds", .refund)
        case .checkToken: ("POST", "/v1/tokens/verify", .read)
        case .listBatches: ("GET", "/v1/batches", .read)
        case .findBatch: ("GET", "/v1/batches/{id}", .read)
        case .decryptToken: ("POST", "/v1/tokens/decrypt", .decrypt)
        case .listEvents: ("GET", "/v1/events", .read)
        case .findEvent: ("GET", "/v1/events/{id}", .read)
        case .listWebhooks: ("GET", "/v1/webhooks", .admin)
        case .createWebhook: ("POST", "/v1/webhooks", .admin)
        case .findWebhook: ("GET", "/v1/webhooks/{id}", .admin)
        case .removeWebhook: ("DELETE", "/v1/webhooks/{id}", .admin)
        case .testWebhook: ("POST", "/v1/webhooks/{id}/test", .admin)
        case .rotateWebhook: ("POST", "/v1/webhooks/{id}/rotate", .admin)
        case .listDeliveries: ("GET", "/v1/webhooks/{id}/deliveries", .admin)
        case .describe: ("GET", "/v1/openapi.json", nil)
        }
    }
}
