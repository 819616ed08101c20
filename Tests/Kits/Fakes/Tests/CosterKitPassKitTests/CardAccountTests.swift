import CosterBolt
import CosterCardConnectConsumer
import CosterCardPages
import Foundation
import Testing

@Suite("Accounts of the gateway's profiles", .timeLimit(.minutes(5)))
struct CardAccountTests {
    @Test("a profile reply is read as it is, as an array or as its object")
    func read() throws {
        let object = String(CardFixtures.profile.dropFirst().dropLast())
        for json in [CardFixtures.profile, object] {
            let account = try #require(CCCAccount(data: Data(json.utf8)))
            #expect(account.accountID == "1" && account.accountType == "VISA")
            #expect(account.profileID?.stringValue == "16392957457306633141")
            #expect(account.token == "9418594164541111" && account.last4 == "1111")
            #expect(account.expirationDate == (try CardFixtures.date("1249")))
            #expect(account.name == "Jane Doe" && account.address == "1 Main St")
            #expect(account.city == "Anytown" && account.region == "PA")
            #expect(account.country == "US" && account.phone == "6105551212")
            #expect(account.postalCode == "19019" && account.ssnl4 == "0000")
            #expect(account.email == "jane@example.com" && account.license == "D1")
            #expect(account.defaultAccount && account.accountUpdaterOptOut)
            #expect(!account.governmentIssued)
        }
    }

    @Test("an account is written with the names and values that were read")
    func written() throws {
        let account = try #require(BMSAccount(data: Data(CardFixtures.profile.utf8)))
        let data = try #require(account.dataForObject())
        let written = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: String])
        let read = try JSONSerialization.jsonObject(with: Data(CardFixtures.profile.utf8))
        #expect([written] == read as? [[String: String]])
    }

    @Test("a copy has the same values and is a separate account of the same class")
    func copied() throws {
        let account = try #require(BMSAccount(data: Data(CardFixtures.profile.utf8)))
        account.receiptData = ["a": 1]
        let copy = try #require(account.copy() as? BMSAccount)
        #expect(copy.dataForObject() == account.dataForObject())
        #expect(copy.receiptData?.count == 1)
        copy.name = "John"
        #expect(account.name == "Jane Doe")
    }

    @Test("neither the token nor the customer's data is in a description or a dump")
    func secret() throws {
        let account = try #require(BMSAccount(data: Data(CardFixtures.profile.utf8)))
        var dumped = ""
        dump(account, to: &dumped)
        for text in [dumped, String(describing: account), String(reflecting: account)] {
            for value in ["9418594164541111", "Jane Doe", "jane@example.com"] {
                #expect(!text.contains(value))
            }
        }
    }

    @Test(
        "data of another shape makes an empty account",
        arguments: ["", "[]", "{}", "1", "{\"name\":1.5,\"expiry\":\"1349\",\"profileid\":\"x\"}"])
    func others(json: String) throws {
        let account = try #require(CCCAccount(data: Data(json.utf8)))
        #expect(account.token == nil && account.last4 == nil && account.expirationDate == nil)
        #expect(account.profileID == nil && !account.defaultAccount)
        #expect(CCCAccount(data: nil).name == nil)
    }
}
