import DialectKit
import PaymentDomain

// The one mapping of everything that can go wrong to an error of InstaMed: the rows of Resources/refusals.tsv.
//
// A decline is no error and never comes from here. An unknown outcome is one, so that no client can take it for a decline
// and ship, or charge another card.

extension InstaMedFault {
    static let table = RefusalTable(PackageResources.refusals_tsv)

    /// The error of a row.
    ///
    /// - Parameters:
    ///   - operation: What it is for, if a code has several rows.
    ///   - reason: Our stable code, if the row has another name.
    ///   - subject: A field's name or a token's sentence, with which the row's sentence begins.
    init(
        row name: String, for operation: String = RefusalTable.other, reason: String? = nil,
        about subject: String = ""
    ) {
        let columns = Self.table.columns(name, for: operation) ?? []
        guard columns.count == 3, let code = Int(columns[0]).flatMap({ Code(rawValue: $0) }),
            let status = Int(columns[1])
        else {
            // A test finds each refusal without a row. What became of the request is not said.
            self.init(.failed, reason ?? name, "An unexpected error occurred.")
            return
        }
        self.init(
            code, reason ?? name, columns[2].replacing("{}", with: subject), status: status)
    }

    /// The error for a refused command.
    init(_ refusal: PaymentRefusal, for operation: String = RefusalTable.other) {
        guard case .token(let token) = refusal else {
            self.init(row: refusal.code, for: operation)
            return
        }
        self.init(
            row: "token.\(token.kind.rawValue)", reason: token.code, about: token.sentence)
    }

    /// The error for a request that the gateway stopped.
    init(_ refusal: GatewayRefusal) {
        self.init(row: refusal.rawValue)
    }

    /// The error for a form that cannot be read.
    init(_ error: FormReadError) {
        self.init(.refused, error.code, error.sentence)
    }

    /// The error for a request that broke a rule.
    init(_ problem: InstaMedProblem) {
        self.init(row: problem.rule.rawValue, about: problem.field ?? "A field")
    }
}
