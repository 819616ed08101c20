import DialectKit
import HTTPTypes
import PaymentDomain

/// Answers the question that a browser asks before a page of another site may call a route: the preflight.
///
/// Source: WHATWG, Fetch, 3.2.2 (CORS-preflight request) and 4.8.
struct PreflightEndpoint<D: Dialect>: Endpoint {
    let dialect: D
    let services: GatewayServices
    /// The methods of the path.
    let methods: [String]

    /// How long a browser keeps the answer, in seconds: how long an origin that is removed may go on asking.
    private static var keptSeconds: Int { 600 }

    var dialectName: String { dialect.name }

    func refusal(of head: RequestHead) -> DialectReply? {
        .text(503, "overloaded\n", outcomeCode: GatewayRefusal.overloaded.rawValue)
    }

    func answer(
        _ head: RequestHead, target: String, body: inout BodyReader
    ) async -> EndpointReply {
        guard let origin = head.origin, await isAllowed(origin, head, body.clientAddress) else {
            return EndpointReply(
                .text(
                    403,
                    "refused: origin-not-allowed: Allow this page with `coster merchant origin add NAME ORIGIN`.\n",
                    outcomeCode: "origin-not-allowed"), isRefused: true)
        }
        var reply = DialectReply(
            status: 204, contentType: "text/plain; charset=utf-8", body: [],
            outcomeCode: "preflight")
        reply.allow(origin)
        reply.headers["Access-Control-Allow-Methods"] = methods.joined(separator: ", ")
        reply.headers["Access-Control-Allow-Headers"] = "Content-Type, Accept"
        reply.headers["Access-Control-Max-Age"] = String(PreflightEndpoint.keptSeconds)
        // Each page that is opened may ask.
        return EndpointReply(reply, isRefused: true)
    }

    /// Whether the merchant of the request has allowed an origin; any merchant, if the request itself will say whose it is.
    private func isAllowed(
        _ origin: String, _ head: RequestHead, _ address: ClientAddress
    ) async -> Bool {
        switch dialect.credential(in: head) {
        case .missing: return false
        case .body: return services.allowsOrigin(origin, nil)
        case .head(let presented):
            let found = await services.authenticate(
                dialect.clientNamespace, presented, address)
            guard case .merchant(let merchant) = found else { return false }
            return services.allowsOrigin(origin, merchant)
        }
    }
}

extension DialectReply {
    /// Lets the pages of an origin read the reply. Source: WHATWG, Fetch, 3.2.3.
    mutating func allow(_ origin: String) {
        headers["Access-Control-Allow-Origin"] = origin
        headers["Vary"] = "Origin"
    }
}
