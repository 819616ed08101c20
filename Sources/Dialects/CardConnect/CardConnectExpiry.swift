import PaymentDomain

extension CardExpiry {
    /// Reads the forms of `expiry`: MMYY, YYYYM, YYYYMM, YYYYMMDD, by their length.
    ///
    /// Source: CardSecure API and CardPointe Gateway API, expiry.
    init?(cardConnect text: String) {
        guard text.isDigits, CardConnectLimits.expiry.contains(text.utf8.count) else { return nil }
        func number(_ from: Int, _ count: Int) -> Int {
            Int(text.dropFirst(from).prefix(count)) ?? 0
        }
        switch text.utf8.count {
        case 4: self.init(year: 2000 + number(2, 2), month: number(0, 2))
        case 5: self.init(year: number(0, 4), month: number(4, 1))
        case 6: self.init(year: number(0, 4), month: number(4, 2))
        case 8:
            self.init(year: number(0, 4), month: number(4, 2))
            guard (1...Timestamp.days(inMonth: month, year: year)).contains(number(6, 2)) else {
                return nil
            }
        default: return nil
        }
    }

    /// `0731`: the form of every reply.
    var mmyy: String { twoDigits(month) + twoDigits(year % 100) }
}

extension Timestamp {
    /// `20261121`: authdate, in UTC.
    var cardConnectDate: String { digits(ofFirst: 10) }

    /// `20261121085700`: capturedate and settledate, in UTC.
    var cardConnectTime: String { digits(ofFirst: 19) }

    /// The digits among the first characters of the time in ISO 8601.
    private func digits(ofFirst count: Int) -> String {
        iso8601Seconds.prefix(count).filter(\.isNumber)
    }
}

private func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
