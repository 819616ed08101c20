import DialectKit
import PaymentDomain
import StrictCoding

/// `POST /applepay/pay` and `POST /applepay/order`: a page pays an order with a token, and asks for the order's state.
///
/// The client secret in the body is the whole credential. It pays one order, at the amount that the merchant's server said,
/// so a page can change nothing that matters.
package struct OrderPayDialect: Dialect {
    private let ports: OrderPorts

    package init(_ ports: OrderPorts) {
        self.ports = ports
    }

    package var name: String { WebOrder.dialect }
    package var isForPages: Bool { true }
    package var routes: [DialectRoute] {
        [
            DialectRoute(method: "POST", path: "/applepay/pay", operation: "pay-order"),
            DialectRoute(method: "POST", path: "/applepay/order", operation: "see-order"),
        ]
    }

    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        do throws(OrderProblem) {
            return try question(request)
        } catch {
            return .reply(error.reply)
        }
    }

    private func question(
        _ request: DialectRequest
    ) throws(OrderProblem) -> DecodedRequest<Never> {
        try OrderBody.requireJSON(request.head)
        let object = try OrderBody.object(request.body)
        guard let secret = object["client_secret"]?.text else {
            throw OrderProblem(.clientSecretMissing)
        }
        guard request.head.route.operation == "pay-order" else {
            return ports.proof(.clientSecret(secret)) { [view = ports.view] order in
                await Self.state(order, view)
            }
        }
        let payment = WebOrderPayment(
            token: try Self.token(object, in: request.body),
            billing: BillingDetails(contact: object["billingContact"]?.object),
            requestID: request.head.id, receivedAt: request.head.receivedAt)
        return ports.proof(.clientSecret(secret)) { [pay = ports.pay] order in
            await Self.outcome(order, payment, pay)
        }
    }

    /// The token: `paymentData`, the object around it, or either as text.
    private static func token(
        _ object: JSONObject, in body: [UInt8]
    ) throws(OrderProblem) -> [UInt8] {
        switch object["token"] {
        case .text(let text): return Array(text.utf8)
        case .object:
            do {
                if let source = try JSONReader.source(of: "token", in: body) { return source }
            } catch {
                throw OrderProblem(error)
            }
        case .array, .number, .boolean, .null, nil: break
        }
        throw OrderProblem(.tokenMissing)
    }

    private static func state(_ order: WebOrder, _ view: OrderPorts.View) async -> DialectReply {
        do throws(WebOrderRefusal) {
            let view = try await view(order)
            return .json(200, view.standing.state.rawValue) { $0.state(of: view) }
        } catch {
            return OrderProblem(error).reply
        }
    }

    private static func outcome(
        _ order: WebOrder, _ payment: WebOrderPayment, _ pay: OrderPorts.Pay
    ) async -> DialectReply {
        do throws(WebOrderRefusal) {
            let result = try await pay(order, payment)
            let outcome = PageOutcome(result.outcome)
            var reply = DialectReply.json(outcome == .unknown ? 202 : 200, outcome.code) {
                $0.member("outcome", outcome.rawValue)
            }
            reply.payment = result.paymentID
            return reply
        } catch {
            let problem = OrderProblem(error)
            guard problem.isOfUnknownOutcome else { return problem.reply }
            return .json(202, problem.code) {
                $0.member("outcome", PageOutcome.unknown.rawValue)
            }
        }
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply { refusal.passReply }
}

/// What a page hears of a payment. A page learns no reason of a decline: it could try cards out.
private enum PageOutcome: String {
    case paid
    case declined
    /// It never reached the acquirer.
    case failed
    case unknown

    /// The outcome in the words that all protocols share in logs and metrics.
    var code: String {
        switch self {
        case .paid: "approved"
        case .declined: "declined"
        case .failed: "not-sent"
        case .unknown: "unknown"
        }
    }

    init(_ outcome: AuthorizationResult.Outcome) {
        self =
            switch outcome {
            case .approved: .paid
            case .declined: .declined
            case .notSent: .failed
            case .unknown: .unknown
            }
    }
}

extension BillingDetails {
    /// The contact of Apple's sheet. A page can change it, so it serves address verification alone, and what can't be
    /// sent on is left out.
    ///
    /// Source: Apple, ApplePayPaymentContact.
    init(contact: JSONObject?) {
        self.init()
        guard let contact else { return }
        func text(_ value: JSONValue?) -> String? {
            guard let text = value?.text,
                (1...OrderPayLimits.contactBytes).contains(text.utf8.count),
                !text.hasControlCharacter
            else { return nil }
            return text
        }
        firstName = text(contact["givenName"])
        lastName = text(contact["familyName"])
        street = text(contact["addressLines"]?.elements?.first)
        city = text(contact["locality"])
        region = text(contact["administrativeArea"])
        postalCode = text(contact["postalCode"])
        country = text(contact["countryCode"])
        phone = text(contact["phoneNumber"])
        email = text(contact["emailAddress"])
    }
}

/// The limits of what a page says of its customer.
enum OrderPayLimits {
    /// The longest part of a contact, in bytes.
    static let contactBytes = 100
}
