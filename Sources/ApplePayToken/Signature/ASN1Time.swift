import PaymentDomain
import StrictCoding

/// Reads the two time types of ASN.1, in the one form that signatures and certificates use: to the
/// second, in UTC.
///
/// Source: RFC 5280, section 4.1.2.5; RFC 5652, section 11.3.
enum ASN1Time {
    /// The tag of `YYMMDDHHMMSSZ`.
    static let utcTime: UInt8 = 0x17
    /// The tag of `YYYYMMDDHHMMSSZ`.
    static let generalizedTime: UInt8 = 0x18

    /// The time, or nil if the text is invalid.
    static func read(_ text: ArraySlice<UInt8>, tag: UInt8) -> Timestamp? {
        var reader = DateReader(text)
        let year: Int?
        switch tag {
        // Two digits from 50 on are of the last century.
        case utcTime: year = reader.number(digits: 2).map { $0 >= 50 ? 1900 + $0 : 2000 + $0 }
        case generalizedTime: year = reader.number(digits: 4)
        default: return nil
        }
        guard let year, let month = reader.number(digits: 2), let day = reader.number(digits: 2),
            let hour = reader.number(digits: 2), let minute = reader.number(digits: 2),
            let second = reader.number(digits: 2), reader.take("Z"), reader.isAtEnd
        else { return nil }
        return Timestamp(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
