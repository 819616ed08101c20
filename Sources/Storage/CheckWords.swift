import Database
import PaymentDomain

extension AcquirerChecks {
    /// The issuer's checks as one text of one word for each, `-` for a check that was not made; nil if none was.
    var stored: String? {
        guard self != AcquirerChecks() else { return nil }
        let words = [
            address?.rawValue, securityCode?.rawValue, amex?.name.rawValue, amex?.phone.rawValue,
            amex?.email.rawValue,
        ]
        return words.map { $0 ?? "-" }.joined(separator: " ")
    }

    /// Reads ``stored``.
    ///
    /// - Throws: ``SQLError/corrupt`` if a word is unknown.
    init(stored: String?) throws {
        self.init()
        guard let stored else { return }
        let words = stored.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 5 else { throw SQLError.corrupt }
        address = try AcquirerChecks.word(words[0])
        securityCode = try AcquirerChecks.word(words[1])
        let name: AmexChecks.Check? = try AcquirerChecks.word(words[2])
        let phone: AmexChecks.Check? = try AcquirerChecks.word(words[3])
        let email: AmexChecks.Check? = try AcquirerChecks.word(words[4])
        if let name, let phone, let email {
            amex = AmexChecks(name: name, phone: phone, email: email)
        }
    }

    private static func word<Word: RawRepresentable<String>>(_ text: String) throws -> Word? {
        guard text != "-" else { return nil }
        guard let word = Word(rawValue: text) else { throw SQLError.corrupt }
        return word
    }
}
