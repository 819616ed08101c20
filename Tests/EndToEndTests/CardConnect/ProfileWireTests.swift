import Foundation
import PaymentDomain
import StrictCoding
import Testing

/// CardPointe's profiles as clients use them, and what the server keeps of them.
@Suite("CardPointe's profiles", .timeLimit(.minutes(20)), .server())
struct ProfileWireTests {
    private let shop: CardConnectTestShop
    private let pan = "4788250000121443"

    init() throws {
        shop = CardConnectTestShop(server: try #require(RunningServer.ofSuite))
    }

    private func create(_ more: [(String, String)] = []) async throws -> HTTPReply {
        let reply = try await shop.put(
            "profile", [("account", pan), ("expiry", "1249"), ("name", newName())] + more)
        #expect(reply.member("resptext") == "Profile Saved", "\(reply.text)")
        return reply
    }

    /// The members of the accounts that a reply lists.
    private func accounts(_ profile: String) async throws -> [[String: String]] {
        let reply = try await shop.rest("GET", "profile/\(profile)//\(shop.merchid)")
        let list = try JSONSerialization.jsonObject(with: Data(reply.body))
        return try #require(list as? [[String: String]])
    }

    @Test("a card is stored, pays, is changed and deleted")
    func life() async throws {
        let profile = try #require(try await create().member("profileid"))
        let paid = try await shop.put(
            "auth", [("profile", "\(profile)/1"), ("amount", "5.00"), ("capture", "Y")])
        #expect(paid.member("respstat") == "A" && paid.member("acctid") == "1")
        #expect(paid.member("profileid") == profile)
        // As ActiveMerchant pays.
        let apart = try await shop.put(
            "auth", [("profile", profile), ("acctid", "1"), ("amount", "5.00")], method: "POST")
        #expect(apart.member("respstat") == "A")
        let saved = try await shop.put(
            "auth",
            [
                ("account", "5454545454545454"), ("expiry", "1249"), ("amount", "5.00"),
                ("profile", "Y"),
            ])
        let other = try #require(saved.member("profileid"))
        #expect(other != profile && saved.member("acctid") == "1")
        let update = try await shop.put(
            "profile", [("profile", "\(other)/1"), ("profileupdate", "Y"), ("city", "Midvale")])
        #expect(update.member("city") == "Midvale" && update.member("accttype") == "MC")
        #expect(try await accounts(other).map { $0["city"] } == ["Midvale"])
        for (path, code) in [("1", "08"), ("1", "96"), ("", "96")] {
            let deleted = try await shop.rest("DELETE", "profile/\(other)/\(path)/\(shop.merchid)")
            #expect(deleted.member("respcode") == code)
        }
        let gone = try await shop.put("auth", [("profile", "\(other)/1"), ("amount", "5.00")])
        #expect(gone.member("respcode") == "96" && gone.member("respstat") == "C")
    }

    @Test("a wallet's token is refused in a profile, and pays after that")
    func wallet() async throws {
        let wallet = try await shop.walletToken(try shop.server.token(try dollars("5.00")))
        let card = [("account", wallet), ("expiry", "1249")]
        let kept = try await shop.put("profile", card)
        #expect(kept.member("respcode") == "98" && kept.member("profileid") == nil)
        let saving = try await shop.put("auth", card + [("amount", "5.00"), ("profile", "Y")])
        #expect(saving.member("respcode") == "98")
        let paid = try await shop.put("auth", card + [("amount", "5.00")])
        #expect(paid.member("respstat") == "A")
    }

    @Test("64 requests at once on one profile: each account once, one default")
    func atOnce() async throws {
        let profile = try #require(try await create().member("profileid"))
        let shop = shop
        let numbers = try await withThrowingTaskGroup(of: String?.self) { group in
            for index in 0..<64 {
                group.addTask {
                    // Every name comes twice, as from a client that lost the reply.
                    try await shop.put(
                        "profile",
                        [
                            ("profile", profile), ("account", "5454545454545454"),
                            ("expiry", "1249"), ("name", "Customer \(index / 2)"),
                            ("defaultacct", index % 4 == 0 ? "Y" : "N"),
                        ]
                    ).member("acctid")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(numbers) == Set((2...33).map(String.init)))
        let accounts = try await accounts(profile)
        #expect(accounts.map { $0["acctid"] } == (1...33).map(String.init))
        #expect(accounts.count { $0["defaultacct"] == "Y" } == 1)
        #expect(Set(accounts.map { $0["name"] }).count == 33)
    }

    @Test("another merchant finds no profile by any identifier")
    func otherMerchant() async throws {
        let profile = try #require(try await create().member("profileid"))
        _ = try await OwnMerchant.setUp(on: shop.server)
        var other = shop
        (other.user, other.password) = (OwnMerchant.name, OwnMerchant.chosen)
        other.merchid = "820000000001"
        let card = [("account", pan), ("expiry", "1249")]
        for name in [profile, "\(profile)/1"] {
            let requests = [
                try await other.put("auth", [("profile", name), ("amount", "5.00")]),
                try await other.put("auth", [("profile", name), ("amount", "-5.00")]),
                try await other.put("profile", [("profile", name), ("profileupdate", "Y")]),
                try await other.put("profile", [("profile", name)] + card),
            ]
            #expect(requests.map { $0.member("respcode") } == ["96", "96", "96", "96"])
        }
        for path in ["profile/\(profile)//", "profile/\(profile)/1/"] {
            for method in ["GET", "DELETE"] {
                let mine = try await other.rest(method, path + other.merchid)
                #expect(mine.member("respcode") == "96")
                // The merchid of the profile's merchant with another one's password.
                let theirs = try await other.rest(method, path + shop.merchid)
                #expect(theirs.member("respcode") == "21")
            }
        }
        #expect(try await accounts(profile).count == 1)
    }

    @Test("no card number and nothing of the holder is in the data folder or the log")
    func secrets() async throws {
        let holder = [
            ("name", "Jane Wintergreen"), ("address", "77 Hollyhock Lane"),
            ("city", "Larkspurville"), ("phone", "6105550177"),
            ("email", "jane@wintergreen.example"), ("company", "Foxglove Brothers"),
        ]
        let profile = try #require(
            try await create(holder.filter { $0.0 != "name" }).member("profileid"))
        _ = try await shop.put(
            "profile", [("profile", "\(profile)/1"), ("profileupdate", "Y")] + holder)
        _ = try await shop.put("auth", [("profile", profile), ("amount", "5.00")])
        #expect(try await accounts(profile).first?["name"] == "Jane Wintergreen")
        let scan = SecretScan(
            Secret.card(pan) + holder.map { Secret($0.0, $0.1) } + [Secret("profile", profile)])
        let findings =
            try scan.findings(inFilesOf: shop.server.folder)
            + scan.findings(in: Data(shop.server.output), named: "standard output")
        // The database's own column has the profile's name; no log has it.
        #expect(findings.allSatisfy { $0.hasPrefix("profile as it is is in coster.sqlite") })
    }
}
