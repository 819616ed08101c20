import ISO8583

/// The torture's acquirer for a line that speaks ISO 8583: the same ledger behind another protocol.
///
/// Field 123 has our identifier of the authorization, and behind it that of the message itself. A message is known by its
/// class, trace number and time.
struct ISO8583Ledger: Sendable {
    /// What a message did.
    private struct Booked: Sendable {
        let kind: HostLedger.Advice.Kind?
        let authorizationID: String
    }

    /// A message as others name it: its class, trace number and time.
    private struct Name: Sendable, Hashable {
        let messageClass: String
        let stan: String
        let time: String
    }

    /// A trace number of a terminal on a day.
    private struct Number: Sendable, Hashable {
        let terminal: String
        let stan: String
        let day: String
    }

    private static let approved = "00"
    private static let declined = "51"
    private static let unknownOriginal = "25"
    private static let refused = "57"
    private static let identifierLength = 32

    private var booked: [Name: Booked] = [:]
    private var owners: [Number: String] = [:]
    /// The trace numbers that two messages of one terminal had on one day.
    private(set) var reusedNumbers: [String] = []

    /// Carries out a message about a payment.
    ///
    /// - Returns: The code of the answer; nil for silence.
    mutating func code(
        for message: Message, _ ledger: inout HostLedger, isRefused: Bool
    ) -> String? {
        guard let names = message.text(123), let amount = message.text(4).flatMap({ Int64($0) }),
            let stan = message.text(11), let time = message.text(7)
        else { return "30" }
        let authorizationID = String(names.prefix(Self.identifierLength))
        let id = String(names.suffix(Self.identifierLength))
        let isReversal = message.type.messageClass == 4 && message.type.function == 0
        // A reversal has the trace number of what it undoes.
        own(message, stan, time, by: isReversal ? authorizationID : id)
        let name = Name(messageClass: "\(message.type.messageClass)", stan: stan, time: time)
        if message.type.messageClass == 1 {
            return hold(message, name, id, amount, &ledger)
        }
        guard isReversal || original(of: message) != nil,
            let kind = isReversal ? .reversal : kind(of: message)
        else { return Self.unknownOriginal }
        booked[name] = Booked(kind: kind, authorizationID: authorizationID)
        let isKnown = ledger.accounts[authorizationID]?.authorization != nil
        let outcome = ledger.book(
            HostLedger.Advice(
                id: id, kind: kind, authorizationID: authorizationID,
                merchantNumber: "iso8583", currency: "USD", amount: amount),
            isRefused: isRefused)
        if isReversal, !isKnown { return Self.unknownOriginal }
        return outcome == .booked ? Self.approved : Self.refused
    }

    private mutating func hold(
        _ message: Message, _ name: Name, _ id: String, _ amount: Int64,
        _ ledger: inout HostLedger
    ) -> String? {
        if amount == HostAmounts.lost { return nil }
        if HostAmounts.declined.contains(amount) { return Self.declined }
        booked[name] = Booked(kind: nil, authorizationID: id)
        let outcome = ledger.book(
            HostLedger.Authorization(
                id: id, merchantNumber: "iso8583", currency: "USD", requested: amount,
                approved: amount, lastFour: String((message.text(2) ?? "").suffix(4)),
                isCredit: false))
        if HostAmounts.bookedInSilence.contains(amount) { return nil }
        return outcome == .held ? Self.approved : Self.declined
    }

    /// What field 90 names; nil if it never came.
    private func original(of message: Message) -> Booked? {
        guard let text = message.text(90), text.count == 42 else { return nil }
        let digits = Array(text)
        return booked[
            Name(
                messageClass: String(digits[1]), stan: String(digits[4..<10]),
                time: String(digits[10..<20]))]
    }

    private func kind(of message: Message) -> HostLedger.Advice.Kind? {
        let isRefund = message.text(3)?.hasPrefix("20") == true
        let original = original(of: message)
        return switch (message.type.messageClass, original?.kind) {
        case (2, nil): .capture
        case (2, .capture): isRefund ? .refund : nil
        case (4, nil): .release
        case (4, .capture): .captureVoid
        case (4, .refund): .refundVoid
        default: nil
        }
    }

    private mutating func own(
        _ message: Message, _ stan: String, _ time: String, by id: String
    ) {
        let number = Number(
            terminal: message.text(41) ?? "", stan: stan, day: String(time.prefix(4)))
        if let owner = owners[number], owner != id {
            reusedNumbers.append("\(stan) of \(owner) and \(id)")
        }
        owners[number] = id
    }
}
