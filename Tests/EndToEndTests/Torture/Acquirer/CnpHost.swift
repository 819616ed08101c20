import Foundation

/// The torture's acquirer for a line that speaks cnpAPI: the same ledger behind another protocol.
///
/// Source: cnpAPI 12.34; it understands what a client of a payment's life sends, one transaction in a request.
struct CnpHost: Sendable {
    static let path = "/vap/communicator/online"

    /// A transaction that came, by the number that it got.
    private struct Booked: Sendable {
        let id: String
        /// The authorization or credit that it is, or is about.
        let authorizationID: String
        let kind: String
        let amount: Int64
    }

    /// The first of the numbers: they have 18 digits, as Worldpay's.
    private static let firstNumber: Int64 = 820_000_000_000_000_000

    private var numbers: [String: Int64] = [:]
    private var booked: [Int64: Booked] = [:]
    /// The code that each was answered with, or would have been.
    private var codes: [String: String] = [:]
    /// What was looked for: its client heard no answer, and undoes what it finds.
    private var lookedFor: Set<String> = []

    /// Carries out a request; nil for one that is none.
    mutating func answer(
        to body: String, _ ledger: inout HostLedger, isRefused: Bool
    ) -> HostAnswer? {
        let kinds = [
            "authorization", "capture", "credit", "void", "authReversal", "queryTransaction",
        ]
        guard let kind = kinds.first(where: { body.contains("<\($0) ") }),
            let id = body.attribute("id", of: kind)
        else { return nil }
        let amount = body.element("amount").flatMap { Int64($0) }
        if kind == "queryTransaction" {
            body.element("origId").map { _ = lookedFor.insert($0) }
            return query(body, id)
        }
        if let number = body.element("cnpTxnId").flatMap({ Int64($0) }) {
            return advise(kind, id, booked[number], amount, body, &ledger, isRefused)
        }
        guard let amount, let card = body.element("number") else { return nil }
        return begin(kind, id, amount, card, body, &ledger)
    }

    private mutating func begin(
        _ kind: String, _ id: String, _ amount: Int64, _ card: String, _ body: String,
        _ ledger: inout HostLedger
    ) -> HostAnswer {
        if amount == HostAmounts.lost { return .silence }
        codes[id] = "110"
        let authorization = HostLedger.Authorization(
            id: id, merchantNumber: "worldpay", currency: "USD", requested: amount,
            approved: amount, lastFour: String(card.suffix(4)), isCredit: kind == "credit")
        guard !HostAmounts.declined.contains(amount) else {
            return reply(to: kind, body, id, number(id, about: id, kind, amount), "110")
        }
        let outcome = ledger.book(authorization)
        let code = outcome == .held ? "000" : "110"
        codes[id] = code
        let number = number(id, about: id, kind, amount)
        if HostAmounts.bookedInSilence.contains(amount) { return .silence }
        return reply(to: kind, body, id, number, code)
    }

    private mutating func advise(
        _ kind: String, _ id: String, _ target: Booked?, _ amount: Int64?, _ body: String,
        _ ledger: inout HostLedger, _ isRefused: Bool
    ) -> HostAnswer {
        guard let target, let told = advice(kind, target, isWhole: amount == nil) else {
            return reply(to: kind, body, id, number(id, about: id, kind, 0), "360")
        }
        let amount = amount ?? target.amount
        let outcome = ledger.book(
            HostLedger.Advice(
                id: id, kind: told, authorizationID: target.authorizationID,
                merchantNumber: "worldpay", currency: "USD", amount: amount),
            isRefused: isRefused)
        let number = number(id, about: target.authorizationID, kind, amount)
        let code = outcome == .booked ? "000" : "350"
        codes[id] = code
        return reply(to: kind, body, id, number, code)
    }

    /// What a transaction is to the ledger; nil if the one that it names doesn't take it.
    private func advice(
        _ kind: String, _ target: Booked, isWhole: Bool
    ) -> HostLedger.Advice.Kind? {
        switch (kind, target.kind) {
        case ("capture", "authorization"): .capture
        case ("credit", "capture"): .refund
        case ("void", "capture"): .captureVoid
        // A credit without a payment that was looked for is one that nobody heard of.
        case ("void", "credit"):
            target.authorizationID == target.id && lookedFor.contains(target.id)
                ? .reversal : .refundVoid
        case ("authReversal", "authorization"): isWhole ? .reversal : .release
        default: nil
        }
    }

    private func query(_ body: String, _ id: String) -> HostAnswer {
        let original = body.element("origId") ?? ""
        let kinds = ["A": "authorization", "D": "capture", "R": "credit"]
        let kind = body.element("origActionType").flatMap { kinds[$0] }
        guard let number = numbers[original], let found = booked[number], found.kind == kind
        else {
            return .reply(
                Self.root(
                    "<queryTransactionResponse id=\"\(id)\" reportGroup=\"\(body.group)\">"
                        + "<response>151</response><responseTime>2026-11-27T12:00:00</responseTime>"
                        + "<message>Original transaction not found</message>"
                        + "</queryTransactionResponse>"))
        }
        let inner = Self.transaction(
            found.kind, original, body.group, number, codes[original] ?? "110",
            order: found.kind == "authorization" ? original : nil)
        return .reply(
            Self.root(
                "<queryTransactionResponse id=\"\(id)\" reportGroup=\"\(body.group)\">"
                    + "<response>150</response><responseTime>2026-11-27T12:00:00</responseTime>"
                    + "<message>Original transaction found</message><matchCount>1</matchCount>"
                    + "<results_max10>\(inner)</results_max10></queryTransactionResponse>"))
    }

    private mutating func number(
        _ id: String, about authorization: String, _ kind: String, _ amount: Int64
    ) -> Int64 {
        if let known = numbers[id] { return known }
        let number = Self.firstNumber + Int64(numbers.count)
        numbers[id] = number
        booked[number] = Booked(
            id: id, authorizationID: authorization, kind: kind, amount: amount)
        return number
    }

    private func reply(
        to kind: String, _ body: String, _ id: String, _ number: Int64, _ code: String
    ) -> HostAnswer {
        .reply(
            Self.root(
                Self.transaction(
                    kind, id, body.group, number, code, order: body.element("orderId"))))
    }

    private static func transaction(
        _ kind: String, _ id: String, _ group: String, _ number: Int64, _ code: String,
        order: String?
    ) -> String {
        let orderID = order.map { "<orderId>\($0)</orderId>" } ?? ""
        let message = code == "000" ? "Approved" : "Declined"
        let approval =
            kind == "authorization" && code == "000" ? "<authCode>123456</authCode>" : ""
        return "<\(kind)Response id=\"\(id)\" reportGroup=\"\(group)\">"
            + "<cnpTxnId>\(number)</cnpTxnId>\(orderID)<response>\(code)</response>"
            + "<responseTime>2026-11-27T12:00:00</responseTime><message>\(message)</message>"
            + "\(approval)</\(kind)Response>"
    }

    private static func root(_ content: String) -> String {
        "<cnpOnlineResponse version=\"12.34\" xmlns=\"http://www.vantivcnp.com/schema\""
            + " response=\"0\" message=\"Valid Format\">\(content)</cnpOnlineResponse>"
    }
}

extension String {
    /// The text of the first element of a name.
    fileprivate func element(_ name: String) -> String? {
        guard let start = range(of: "<\(name)>"),
            let end = range(of: "</\(name)>", range: start.upperBound..<endIndex)
        else { return nil }
        return String(self[start.upperBound..<end.lowerBound])
    }

    /// The value of an attribute of the first element of a name.
    fileprivate func attribute(_ name: String, of element: String) -> String? {
        guard let tag = range(of: "<\(element) "),
            let close = range(of: ">", range: tag.upperBound..<endIndex),
            let start = range(of: "\(name)=\"", range: tag.upperBound..<close.lowerBound),
            let end = range(of: "\"", range: start.upperBound..<close.lowerBound)
        else { return nil }
        return String(self[start.upperBound..<end.lowerBound])
    }

    /// The reportGroup of its transaction, which comes back.
    fileprivate var group: String {
        guard let start = range(of: "reportGroup=\""),
            let end = range(of: "\"", range: start.upperBound..<endIndex)
        else { return "" }
        return String(self[start.upperBound..<end.lowerBound])
    }
}
