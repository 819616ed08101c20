import Foundation

/// The torture's acquirer for a line that speaks Cybersource's REST API: the same ledger behind another protocol.
///
/// Source: Cybersource, REST API specification; it understands what a client of a payment's life sends.
struct CybersourceHost: Sendable {
    /// How the paths of its requests begin.
    static let paths = ["/pts/v2/", "/tss/v2/"]

    /// A transaction that was booked, by the number that it got.
    private struct Booked: Sendable {
        let code: String
        /// The payment or credit that it is, or is about.
        let authorizationID: String
        /// The resource's name in paths.
        let kind: String
        let amount: Int64
    }

    /// What a search finds under a code.
    private struct Found: Sendable {
        let number: String
        let reason: String
    }

    /// The reasons of refusals, and their numbers in a search.
    private enum Reason: String, Sendable {
        case invalidData = "INVALID_DATA"
        case duplicate = "DUPLICATE_REQUEST"
        case declined = "PROCESSOR_DECLINED"
        case refused = "EXCEEDS_AUTH_AMOUNT"
        case alreadyReversed = "AUTH_ALREADY_REVERSED"
        case notVoidable = "NOT_VOIDABLE"

        var number: String {
            switch self {
            case .invalidData: "102"
            case .duplicate: "104"
            case .declined: "203"
            case .refused: "235"
            case .alreadyReversed: "237"
            case .notVoidable: "246"
            }
        }
    }

    private var rows: [String: Booked] = [:]
    private var numbers: [String: String] = [:]
    private var found: [String: [Found]] = [:]
    private var last: Int64 = 6_750_124_114_786_780_000

    /// Carries out a request; nil for one that is none.
    mutating func answer(
        to request: HostRequest, _ ledger: inout HostLedger, isRefused: Bool
    ) -> HostAnswer? {
        guard let document = try? JSONDecoder().decode(Document.self, from: request.body) else {
            return nil
        }
        if let query = document.query { return search(query) }
        guard let name = document.clientReferenceInformation else { return nil }
        let steps = request.path.split(separator: "/").dropFirst(2).map(String.init)
        // Without a number, a reversal or a void names what it undoes as we do.
        if steps == ["reversals"] || steps == ["voids"] {
            return undo(name, isVoid: steps == ["voids"], &ledger)
        }
        if let transaction = name.transactionId, numbers[transaction] != nil {
            return refuse(name.code, .duplicate)
        }
        if steps == ["payments"] || steps == ["credits"] {
            return begin(steps[0], name, document, &ledger)
        }
        guard steps.count == 3 else { return nil }
        return advise(steps[2], rows[steps[1]], name, document.amount, &ledger, isRefused)
    }

    private mutating func begin(
        _ kind: String, _ name: Document.Name, _ document: Document, _ ledger: inout HostLedger
    ) -> HostAnswer? {
        guard let amount = document.amount, let card = document.card else { return nil }
        if amount == HostAmounts.lost { return .silence }
        let authorization = HostLedger.Authorization(
            id: name.code, merchantNumber: "cybersource", currency: "USD", requested: amount,
            approved: amount, lastFour: String(card.suffix(4)), isCredit: kind == "credits")
        guard !HostAmounts.declined.contains(amount), ledger.book(authorization) == .held else {
            return refuse(name.code, .declined, isRead: true)
        }
        let number = book(name, kind, about: name.code, amount)
        if HostAmounts.bookedInSilence.contains(amount) { return .silence }
        return done(kind == "credits" ? "PENDING" : "AUTHORIZED", name.code, number)
    }

    private mutating func advise(
        _ action: String, _ target: Booked?, _ name: Document.Name, _ amount: Int64?,
        _ ledger: inout HostLedger, _ isRefused: Bool
    ) -> HostAnswer {
        // What undoes the whole has no name of its own.
        let isWhole = name.transactionId == nil
        guard let target,
            let (kind, status, result) = Self.advice(action, target, isWhole: isWhole)
        else { return refuse(name.code, .invalidData) }
        let outcome = ledger.book(
            HostLedger.Advice(
                id: name.code, kind: kind, authorizationID: target.authorizationID,
                merchantNumber: "cybersource", currency: "USD", amount: amount ?? target.amount),
            isRefused: isRefused)
        guard outcome == .booked else { return refuse(name.code, .refused) }
        // It was carried out before.
        if isWhole, found[name.code]?.contains(where: { $0.reason == "100" }) == true {
            return refuse(name.code, action == "voids" ? .notVoidable : .alreadyReversed)
        }
        let number = book(name, result, about: target.authorizationID, amount ?? target.amount)
        return done(status, name.code, number)
    }

    /// What an action on a transaction is to the ledger, its status, and the kind of what it makes.
    private static func advice(
        _ action: String, _ target: Booked, isWhole: Bool
    ) -> (HostLedger.Advice.Kind, String, String)? {
        switch (action, target.kind) {
        case ("captures", "payments"): (.capture, "PENDING", "captures")
        case ("refunds", "captures"): (.refund, "PENDING", "refunds")
        case ("voids", "captures"): (.captureVoid, "VOIDED", "voids")
        case ("voids", "refunds"), ("voids", "credits"): (.refundVoid, "VOIDED", "voids")
        case ("reversals", "payments"): (isWhole ? .reversal : .release, "REVERSED", "reversals")
        default: nil
        }
    }

    /// Undoes a payment or a credit whose client heard no answer.
    private mutating func undo(
        _ name: Document.Name, isVoid: Bool, _ ledger: inout HostLedger
    ) -> HostAnswer {
        guard let number = name.transactionId.flatMap({ numbers[$0] }), let lost = rows[number],
            isVoid || lost.kind == "payments"
        else { return refuse(name.code, .invalidData) }
        if ledger.accounts[lost.code]?.isReversed == true {
            return refuse(name.code, isVoid ? .notVoidable : .alreadyReversed)
        }
        _ = ledger.book(
            HostLedger.Advice(
                id: name.code, kind: .reversal, authorizationID: lost.code,
                merchantNumber: "cybersource", currency: "USD", amount: lost.amount))
        // The name is the lost one's, and stays it.
        let own = Document.Name(code: name.code, transactionId: nil)
        let undoing = book(own, "reversals", about: lost.code, lost.amount)
        return done(isVoid ? "VOIDED" : "REVERSED", name.code, undoing)
    }

    private func search(_ query: String) -> HostAnswer {
        let code = String(query.split(separator: ":").last ?? "")
        let summaries = (found[code] ?? []).map { found in
            #"{"id":"\#(found.number)","applicationInformation":{"reasonCode":"\#(found.reason)"},"#
                + #""clientReferenceInformation":{"code":"\#(code)"}}"#
        }
        return .reply(
            #"{"totalCount":\#(summaries.count),"_embedded":{"transactionSummaries":"#
                + "[\(summaries.joined(separator: ","))]}}", status: "201 Created")
    }

    private mutating func book(
        _ name: Document.Name, _ kind: String, about authorization: String, _ amount: Int64
    ) -> String {
        last += 1
        let number = String(last)
        rows[number] = Booked(
            code: name.code, authorizationID: authorization, kind: kind, amount: amount)
        if let transaction = name.transactionId { numbers[transaction] = number }
        found[name.code, default: []].append(Found(number: number, reason: "100"))
        return number
    }

    private func done(_ status: String, _ code: String, _ number: String) -> HostAnswer {
        .reply(
            #"{"clientReferenceInformation":{"code":"\#(code)"},"id":"\#(number)","#
                + #""status":"\#(status)","processorInformation":{"approvalCode":"123456"}}"#,
            status: "201 Created")
    }

    /// - Parameter isRead: Whether it was carried out, and declined; otherwise it isn't carried out at all.
    private mutating func refuse(
        _ code: String, _ reason: Reason, isRead: Bool = false
    ) -> HostAnswer {
        last += 1
        found[code, default: []].append(Found(number: String(last), reason: reason.number))
        return isRead
            ? .reply(
                #"{"clientReferenceInformation":{"code":"\#(code)"},"id":"\#(last)","#
                    + #""status":"DECLINED","errorInformation":{"reason":"\#(reason.rawValue)"}}"#,
                status: "201 Created")
            : .reply(
                #"{"status":"INVALID_REQUEST","reason":"\#(reason.rawValue)"}"#,
                status: "400 Bad Request")
    }
}

/// The fields of a request that count.
private struct Document: Decodable {
    struct Name: Decodable {
        let code: String
        let transactionId: String?
    }

    struct Part: Decodable {
        struct Details: Decodable {
            let totalAmount: String
        }

        let amountDetails: Details
    }

    struct Payment: Decodable {
        struct Card: Decodable {
            let number: String
        }

        let card: Card?
        let tokenizedCard: Card?
    }

    let query: String?
    let clientReferenceInformation: Name?
    let orderInformation: Part?
    let reversalInformation: Part?
    let paymentInformation: Payment?

    /// In cents.
    var amount: Int64? {
        (orderInformation ?? reversalInformation).flatMap {
            Int64($0.amountDetails.totalAmount.replacing(".", with: ""))
        }
    }

    var card: String? { (paymentInformation?.card ?? paymentInformation?.tokenizedCard)?.number }
}
