import DialectKit
import PaymentDomain
import StrictCoding

/// A reply that is an error: this request did nothing. A decline and an unknown outcome are results, and never come from here.
///
/// Source: RFC 9457; the members `code`, `field` and `requestId` are ours (3.2 allows them).
struct NativeProblem: Error, Sendable, Hashable {
    static let table = RefusalTable(PackageResources.refusals_tsv)

    let status: Int
    /// Our stable code.
    let code: String
    /// The kind of problem, the same for each of its occurrences.
    let title: String
    /// What is wrong, and the next step. Nothing of the request.
    let detail: String
    /// The field that is wrong, as a path: `amount.value`.
    var field: String?

    init(status: Int, code: String, title: String, detail: String, field: String? = nil) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.field = field
    }

    /// The problem of a row of the table.
    ///
    /// - Parameters:
    ///   - code: Our stable code, if the row has another name.
    ///   - subject: A field's path or a token's sentence, which the row's detail repeats.
    init(row name: String, code: String? = nil, about subject: String? = nil, field: String? = nil)
    {
        let columns = Self.table.columns(name) ?? []
        guard columns.count == 3, let status = Int(columns[0]) else {
            // A test finds each refusal without a row. What became of the request is not said.
            self.init(
                status: 500, code: code ?? name, title: "Internal error",
                detail: "An unexpected error occurred.")
            return
        }
        self.init(
            status: status, code: code ?? name, title: columns[1],
            detail: columns[2].replacing("{}", with: subject ?? "The request"), field: field)
    }

    /// The problem of a rule that a field, or the whole request, broke.
    init(_ rule: NativeRule, _ field: String? = nil) {
        self.init(row: rule.rawValue, about: field, field: field)
    }

    /// The problem of a refused command.
    init(_ refusal: PaymentRefusal) {
        guard case .token(let token) = refusal else {
            self.init(row: refusal.code)
            return
        }
        self.init(
            row: "token.\(token.kind.rawValue)", code: token.code, about: token.sentence,
            field: NativeFields.token)
    }

    /// The problem of a request that the gateway stopped.
    init(_ refusal: GatewayRefusal) {
        self.init(row: refusal.rawValue)
    }

    /// The problem of a body that can't be read.
    init(_ error: JSONReadError) {
        let row = error.isOfLimit ? "json-limit" : "json"
        self.init(row: row, code: error.code, about: error.sentence)
    }

    /// The problem of a query that can't be read.
    init(_ error: FormReadError) {
        self.init(row: "query", code: error.code)
    }

    /// The reply.
    func reply(to requestID: RequestIdentifier?) -> DialectReply {
        var writer = JSONWriter()
        writer.object { object in
            object.member("type", "urn:coster:problem:\(code)")
            object.member("title", title)
            object.member("status", Int64(status))
            object.member("detail", detail)
            if let requestID { object.member("instance", "urn:coster:request:\(requestID)") }
            object.member("code", code)
            object.member("field", optional: field)
            object.member("requestId", optional: requestID?.description)
        }
        var reply = DialectReply(
            status: status, contentType: "application/problem+json", body: writer.bytes,
            outcomeCode: code)
        // Source: RFC 9110, 11.6.1 and 10.2.3.
        if status == 401 { reply.headers["WWW-Authenticate"] = #"Bearer realm="coster""# }
        if status == 503 || code == PaymentRefusal.inFlight.code {
            reply.headers["Retry-After"] = String(NativeLimits.retryAfterSeconds)
        }
        return reply
    }
}

extension JSONReadError {
    /// Whether the text may be JSON, but more of it than is read.
    fileprivate var isOfLimit: Bool {
        switch self {
        case .tooLarge, .tooDeep, .tooManyValues, .valueTooLong, .keyTooLong: true
        case .empty, .notUTF8, .malformed, .duplicateKey, .notAnObject: false
        }
    }
}
