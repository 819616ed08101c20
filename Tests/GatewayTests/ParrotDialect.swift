import DialectKit
import PaymentDomain

/// A dialect of a few words: the body is an order reference, and the reply repeats it.
///
/// With the credential in the body, the body is `identity:secret:reference`.
struct ParrotDialect: Dialect {
    struct Exchange: Sendable {
        let head: RequestHead
    }

    /// The first part of its paths.
    var root = "parrot"
    var isForPages = false
    var limitsAddresses = false

    var name: String { "parrot" }
    var handles: HandleShape { .scramble }

    var routes: [DialectRoute] {
        [
            DialectRoute(
                method: "POST", path: "/\(root)/{cage}/say/{word}.xml", operation: "say"),
            DialectRoute(method: "POST", path: "/\(root)/inside", operation: "inside"),
            DialectRoute(method: "POST", path: "/\(root)/{cage}/both", operation: "both"),
            DialectRoute(method: "GET", path: "/\(root)/{cage}/ask", operation: "ask"),
            DialectRoute(method: "GET", path: "/\(root)/egg/{egg}", operation: "egg"),
        ]
    }

    func credential(in head: RequestHead) -> CredentialLocation {
        if head.route.path.hasSuffix("/inside") || head.parameters["egg"] != nil { return .body }
        guard let cage = head.parameters["cage"], let key = head.header("apikey") else {
            return .missing
        }
        return .head(PresentedCredential(identity: cage, secret: key))
    }

    func decode(_ request: DialectRequest) -> DecodedRequest<Exchange> {
        if let egg = request.head.parameters["egg"] { return proof(of: egg) }
        var text = String(decoding: request.body, as: UTF8.self)
        if text == "squawk" {
            return .reply(reply(400, "malformed", "malformed"))
        }
        var credential: PresentedCredential?
        if ["inside", "both"].contains(request.head.route.operation) {
            let parts = text.split(separator: ":", maxSplits: 2).map(String.init)
            if parts.count == 3 {
                credential = PresentedCredential(identity: parts[0], secret: parts[1])
                text = parts[2]
            }
        }
        return .command(
            .release(ReleaseCommand(reference: .order(text, card: nil), amount: nil)),
            name: RequestIdentity(
                repetition: RepetitionPolicy(request.head.header("key").map { .key($0) } ?? .none)),
            credential: credential, Exchange(head: request.head))
    }

    /// Merchant one knows the names of its eggs.
    private func proof(of egg: String) -> DecodedRequest<Exchange> {
        .proof { () async throws(GatewayRefusal) in
            guard egg.hasPrefix("green-") else { throw .unauthorized }
            return ProvenRequest(merchant: MerchantID("one"), client: egg) {
                reply(200, "hatched", egg)
            }
        }
    }

    func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: Exchange
    ) -> DialectReply {
        switch outcome {
        case .success(.funds(let funds)):
            let words = exchange.head.parameters.sorted { $0.key < $1.key }.map {
                "\($0.key)=\($0.value)"
            }
            let query = exchange.head.query
            return reply(
                200, "done", "\(funds.orderReference)|\(words.joined(separator: ","))|\(query)")
        case .success: return reply(200, "done", "done")
        case .failure(let refusal): return reply(422, refusal.code, refusal.code)
        }
    }

    func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Exchange?
    ) -> DialectReply {
        let status =
            switch refusal {
            case .unauthorized: 401
            case .bodyTooLarge: 413
            case .bodyIncomplete: 400
            case .overloaded: 503
            case .rateLimited: 429
            case .internalError: 500
            }
        return reply(status, refusal.rawValue, "refused: \(refusal.rawValue)")
    }

    private func reply(_ status: Int, _ code: String, _ text: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "text/parrot", body: Array(text.utf8), outcomeCode: code)
    }
}
