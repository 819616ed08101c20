import DialectKit
import PaymentDomain

/// The JSON API: for clients that speak none of the processors' protocols.
///
/// The way of a request: `Native+Decode…` read path, query and body strictly and make a command of them. `Native+Encode…`
/// write results. Questions about events and endpoints, which no other protocol has, go to a port of ``NativePorts``. ``NativeProblem`` writes everything that can go wrong, by the rows of Resources/refusals.tsv.
///
/// Source: our own; openapi.json describes it.
package struct NativeDialect: Dialect {
    /// The path under which all others are.
    package static let root = "/v1"
    let ports: NativePorts

    package init(_ ports: NativePorts) {
        self.ports = ports
    }

    /// `native`.
    package var name: String { NativeClients().dialect }

    package var handles: HandleShape { .scramble }

    package var routes: [DialectRoute] { NativeOperation.allCases.map(\.route) }

    /// In the head: a bearer key. The description of the API is for anyone.
    package func credential(in head: RequestHead) -> CredentialLocation {
        if let key = NativeKey.read(head) { return .head(key) }
        return NativeOperation(rawValue: head.route.operation)?.scope == nil ? .body : .missing
    }

    /// Reads a request; whatever is wrong with it becomes a problem.
    package func decode(_ request: DialectRequest) -> DecodedRequest<NativeExchange> {
        var exchange = NativeExchange(request.head)
        do throws(NativeProblem) {
            return try decoded(request, &exchange)
        } catch {
            return .reply(error.reply(to: exchange.requestID))
        }
    }

    private func decoded(
        _ request: DialectRequest, _ exchange: inout NativeExchange
    ) throws(NativeProblem) -> DecodedRequest<NativeExchange> {
        guard let operation = exchange.operation else { throw NativeProblem(.pathNotFound) }
        guard operation.scope.map({ allows($0, request.head) }) ?? true else {
            throw NativeProblem(.scopeMissing)
        }
        guard operation != .describe else { return .reply(Self.description) }
        if operation.takesNoQuery { _ = try query(request.head, allowing: []) }
        if let answer = try answer(to: operation, request) { return .question(answer) }
        var name = RequestIdentity()
        if operation.movesMoney {
            name.repetition.identity = .key(try NativeIdempotencyKey.read(request.head))
        }
        if operation == .createPayment || operation == .refund { name.number = exchange.number }
        let command = try command(for: operation, request, &exchange)
        return .command(command, name: name, credential: nil, exchange)
    }

    /// Writes the reply to a command.
    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: NativeExchange
    ) -> DialectReply {
        switch outcome {
        case .success(let result): reply(to: exchange, with: result)
        case .failure(.outcomeNotStored) where exchange.operation?.movesMoney == true:
            outcomeNotKnown()
        case .failure(.paymentNotFound) where exchange.operation == .listPayments:
            NativeProblem(.cursorUnknown, "cursor").reply(to: exchange.requestID)
        case .failure(let refusal): NativeProblem(refusal).reply(to: exchange.requestID)
        }
    }

    /// Writes the reply to a request that the gateway stopped.
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: NativeExchange?
    ) -> DialectReply {
        NativeProblem(refusal).reply(to: head.id)
    }

    /// The reply to an unknown path under ``root``, or to a method that the path doesn't have.
    package static func notFoundReply(isMethod: Bool) -> DialectReply {
        NativeProblem(isMethod ? .methodNotAllowed : .pathNotFound).reply(to: nil)
    }

    /// The answer to a question of a port; nil if the operation is a command.
    private func answer(
        to operation: NativeOperation, _ request: DialectRequest
    ) throws(NativeProblem) -> Answer? {
        switch operation {
        case .listEvents: try events(request.head)
        case .findEvent: try event(request.head)
        case .listWebhooks, .createWebhook, .findWebhook, .removeWebhook, .testWebhook,
            .rotateWebhook, .listDeliveries:
            try webhooks(operation, request)
        case .createPayment, .findPayment, .listPayments, .capture, .void, .refund, .checkToken,
            .decryptToken, .listBatches, .findBatch, .describe:
            nil
        }
    }

    private static var description: DialectReply {
        DialectReply(
            status: 200, contentType: "application/json", body: PackageResources.openapi_json,
            outcomeCode: "openapi")
    }

    private func allows(_ scope: NativeScope, _ head: RequestHead) -> Bool {
        guard let key = NativeKey.read(head) else { return false }
        return ports.scopes(key.identity).contains(scope)
    }
}
