import CosterCardPages
import CosterKit
import Foundation
import Testing

/// Cards for the tests of the card pages.
enum CardFixtures {
    /// A Visa card that expires in December 2049.
    static func card<Card: CardEntry>(_ card: Card) throws -> Card {
        card.cardNumber = "4111 1111 1111 1111"
        card.cvv = "123"
        card.expirationDate = try date("1249")
        return card
    }

    /// The first day of a month, `MMYY`.
    static func date(_ digits: String) throws -> Date {
        try #require(ExpirationMonth(digits: digits)?.date)
    }

    /// A profile reply of the gateway.
    static let profile = """
        [{"profileid":"16392957457306633141","acctid":"1","token":"9418594164541111",\
        "accttype":"VISA","expiry":"1249","name":"Jane Doe","address":"1 Main St","city":"Anytown",\
        "region":"PA","country":"US","phone":"6105551212","postal":"19019","ssnl4":"0000",\
        "email":"jane@example.com","license":"D1","defaultacct":"Y","gsacard":"N","auoptout":"Y"}]
        """
}
