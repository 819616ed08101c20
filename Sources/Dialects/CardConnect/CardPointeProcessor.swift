import PaymentDomain

/// The processor behind a merchid, whose codes its replies have.
///
/// Source: CardConnect, CardPointe Gateway response codes.
package enum CardPointeProcessor: String, Sendable, Hashable, CaseIterable {
    /// Rapid Connect, the one that takes Apple Pay: codes of three digits.
    case rapidConnect = "RPCT"
    /// First Data North, the public test merchant's: codes of two characters.
    case firstDataNorth = "FNOR"

    /// A code of the processor.
    struct Row: Sendable, Hashable {
        let code: String
        let status: CardPointeCode.Status
        let text: String

        init(_ code: String, _ status: CardPointeCode.Status, _ text: String) {
            self.code = code
            self.status = status
            self.text = text
        }
    }

    /// All that it answers.
    var rows: [Row] {
        switch self {
        case .rapidConnect: rapidConnectRows
        case .firstDataNorth: firstDataNorthRows
        }
    }

    /// The answer that is a code of its table; nil if the table has none of that name.
    func answer(_ code: String) -> CardPointeCode? {
        rows.first { $0.code == code }.map { CardPointeCode(rawValue, $0) }
    }

    var approval: CardPointeCode { known(self == .rapidConnect ? "000" : "00") }

    /// An approval of less than was asked for.
    var partialApproval: CardPointeCode { known(self == .rapidConnect ? "002" : "10") }

    func decline(_ reason: DeclineReason) -> CardPointeCode {
        switch self {
        case .rapidConnect: known(reason.rapidConnectCode)
        case .firstDataNorth: known(reason.firstDataNorthCode)
        }
    }

    /// The reason in the database for one of its codes.
    func reason(of code: String) -> DeclineReason {
        DeclineReason.allCases.first { decline($0).code == code } ?? .other
    }

    private func known(_ code: String) -> CardPointeCode {
        guard let answer = answer(code) else {
            preconditionFailure("a code of our own is not in its table")
        }
        return answer
    }
}
