import PaymentDomain
import Testing

/// Vantiv's certification against the real program: each order with what follows it.
///
/// Source: the certification tests of Vantiv's SDKs and of ActiveMerchant.
@Suite("Vantiv over HTTP: the certification", .timeLimit(.minutes(20)), .server(), .serialized)
struct VantivCertificationTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    private struct Row {
        let order: String
        let type: String
        let card: String
        var amount: Int
        let code: String
        var approval: String?
        var address: String?
        var security: String?
        var part: String?
    }

    private static let approvals = [
        Row(
            order: "1", type: "VI", card: "4457010000000009", amount: 10010, code: "000",
            approval: "11111 ", address: "01", security: "M"),
        Row(
            order: "2", type: "MC", card: "5112010000000003", amount: 20020, code: "000",
            approval: "22222", address: "10", security: "M"),
        Row(
            order: "3", type: "DI", card: "6011010000000003", amount: 30030, code: "000",
            approval: "33333", address: "10", security: "M"),
        Row(
            order: "4", type: "AX", card: "375001000000005", amount: 40040, code: "000",
            approval: "44444", address: "13"),
        Row(
            order: "5", type: "VI", card: "4457010200000007", amount: 50050, code: "000",
            approval: "55555 ", address: "32", security: "M"),
    ]
    private static let declines = [
        Row(
            order: "6", type: "VI", card: "4457010100000008", amount: 60060, code: "110",
            address: "34", security: "P"),
        Row(
            order: "7", type: "MC", card: "5112010100000002", amount: 70070, code: "301",
            address: "34", security: "N"),
        Row(
            order: "8", type: "DI", card: "6011010100000002", amount: 80080, code: "123",
            address: "34", security: "P"),
        Row(
            order: "9", type: "AX", card: "375001010000003", amount: 90090, code: "303",
            address: "34"),
    ]
    private static let parts = [
        Row(
            order: "10", type: "VI", card: "4457010140000141", amount: 40000, code: "010",
            part: "32000"),
        Row(
            order: "11", type: "MC", card: "5112010140000004", amount: 60000, code: "010",
            part: "48000"),
        Row(
            order: "12", type: "AX", card: "375001014000009", amount: 50000, code: "010",
            part: "40000"),
        Row(
            order: "13", type: "DI", card: "6011010140000004", amount: 15000, code: "010",
            part: "12000"),
    ]

    private func pay(
        _ shop: VantivTestShop, _ transaction: String, _ row: Row
    ) async throws -> VantivAnswered {
        let content = """
            <orderId>\(row.order)</orderId><amount>\(row.amount)</amount>\
            <orderSource>ecommerce</orderSource><billToAddress><zip>01803-3747</zip>\
            </billToAddress><card><type>\(row.type)</type><number>\(row.card)</number>\
            <expDate>0112</expDate><cardValidationNum>349</cardValidationNum></card>\
            <allowPartialAuth>true</allowPartialAuth>
            """
        let answered = try await shop.answered(shop.online(transaction, content), row.code)
        let reply = answered.reply
        #expect(reply.element("orderId") == row.order)
        #expect(reply.element("avsResult") == row.address || row.address == nil)
        #expect(reply.element("cardValidationResult") == row.security || row.security == nil)
        #expect(reply.element("approvedAmount") == row.part)
        if let approval = row.approval { #expect(reply.element("authCode") == approval) }
        return answered
    }

    @Test(
        "orders 1 to 5 are approved, captured, credited and voided", arguments: ["9.14", "12.34"])
    func approvals(_ version: String) async throws {
        let shop = VantivTestShop(server: server, version: version)
        for row in Self.approvals {
            let hold = try await pay(shop, "authorization", row).number
            let captured = try await shop.answered(
                shop.online("capture", shop.referenced(hold)), "000"
            ).number
            let credited = try await shop.answered(
                shop.online("credit", shop.referenced(captured)), "000"
            ).number
            try await shop.answered(shop.online("void", shop.referenced(credited)), "000")
            let sold = try await pay(shop, "sale", row).number
            try await shop.answered(shop.online("credit", shop.referenced(sold)), "000")
        }
    }

    @Test(
        "orders 1 to 9 are recognised by order and card, whatever the amount",
        arguments: [10100, 0])
    func anyAmount(_ amount: Int) async throws {
        let shop = VantivTestShop(server: server)
        for row in Self.approvals + Self.declines {
            var other = row
            other.amount = amount
            _ = try await pay(shop, "authorization", other)
        }
    }

    @Test("orders 6 to 9 are declined, and there is nothing to void", arguments: ["9.14", "12.34"])
    func declines(_ version: String) async throws {
        let shop = VantivTestShop(server: server, version: version)
        for row in Self.declines {
            _ = try await pay(shop, "authorization", row)
            let sold = try await pay(shop, "sale", row).number
            try await shop.answered(shop.online("void", shop.referenced(sold)), "360")
        }
    }

    @Test("orders 10 to 13 are approved in part", arguments: ["9.14", "12.34"])
    func parts(_ version: String) async throws {
        let shop = VantivTestShop(server: server, version: version)
        for row in Self.parts { _ = try await pay(shop, "authorization", row) }
    }

    @Test("orders 32 to 36 are reversed as each generation has it", arguments: ["9.14", "12.34"])
    func reversals(_ version: String) async throws {
        let shop = VantivTestShop(server: server, version: version)
        let partOfAmex = version == "9.14" ? "336" : "000"
        let rows: [(row: Row, order: String, capture: Int?, reverse: Int?, code: String)] = [
            (Self.approvals[0], "32", 5005, nil, "111"),
            (Self.approvals[1], "33", nil, nil, "000"),
            (Self.approvals[2], "34", nil, nil, "000"),
            (Self.approvals[3], "35", 20020, 20020, partOfAmex),
            (
                Row(
                    order: "36", type: "AX", card: "375000026600004", amount: 20500,
                    code: "000"), "36", nil, 10000, partOfAmex
            ),
        ]
        for (approval, order, capture, reverse, code) in rows {
            let row = Row(
                order: order, type: approval.type, card: approval.card,
                amount: approval.amount, code: "000")
            let hold = try await pay(shop, "authorization", row).number
            if let capture {
                // None of the clients says that it is partial, so that it gives up what is left.
                let content = shop.referenced(hold) + "<amount>\(capture)</amount>"
                try await shop.answered(shop.online("capture", content), "000")
            }
            let amount = reverse.map { "<amount>\($0)</amount>" } ?? ""
            try await shop.answered(
                shop.online("authReversal", shop.referenced(hold) + amount), code)
        }
    }

    @Test("orders 50 to 57 register tokens")
    func tokens() async throws {
        var first = "801"
        for version in ["9.14", "12.34"] {
            let shop = VantivTestShop(server: server, version: version)
            func register(_ number: String, _ code: String) async throws -> HTTPReply {
                let reply = try await shop.send(
                    shop.online(
                        "registerTokenRequest",
                        "<orderId>50</orderId><accountNumber>\(number)</accountNumber>"))
                #expect(reply.element("response") == code, "\(reply.text)")
                return reply
            }
            let registered = try await register("4457119922390123", first)
            #expect(registered.element("bin") == "445711")
            #expect(registered.element("type") == "VI")
            #expect(registered.element(shop.token)?.hasSuffix("0123") == true)
            _ = try await register("4457119999999999", "820")
            _ = try await register("4457119922390123", "802")
            let start = shop.order("53", try dollars("150.00"), source: "ecommerce")
            let paid = try await shop.answered(
                shop.online("authorization", start + shop.card("5435101234510196")), "000"
            ).reply
            #expect(paid.element("tokenResponseCode") == first)
            #expect(paid.element("bin") == "543510")
            try await shop.answered(
                shop.online("authorization", start + shop.card("5435109999999999")), "301")
            let unknown =
                "<token><\(shop.token)>1111000100092332</\(shop.token)>"
                + "<expDate>1112</expDate></token>"
            try await shop.answered(shop.online("authorization", start + unknown), "822")
            first = "802"
        }
    }

    @Test("order 65 is Apple Pay, decrypted by the merchant, or as it came")
    func applePay() async throws {
        for version in ["9.14", "12.34"] {
            let shop = VantivTestShop(server: server, version: version)
            let proof = "BwABBJQ1AgAAAAAgJDUCAAAAAAA="
            let content =
                shop.order("65", try dollars("1.00"))
                + shop.card("4457000300000007", expiry: "1249")
                + "<cardholderAuthentication><authenticationValue>\(proof)</authenticationValue>"
                + "</cardholderAuthentication>"
            for transaction in ["authorization", "sale"] {
                try await shop.answered(shop.online(transaction, content), "000")
            }
            let amount = try dollars("1.00")
            let wallet = shop.order("65", amount) + shop.applePay(try server.token(amount))
            try await shop.answered(shop.online("authorization", wallet), "000")
        }
    }

    @Test("the two literal registration ids have their two answers")
    func literals() async throws {
        let shop = VantivTestShop(server: server, version: "9.14")
        for (id, code) in [
            (
                "cDZJcmd1VjNlYXNaSlRMTGpocVZQY1NWVXE4ZW5UTko4NU9KK3p1L1p1Vzg4YzVPQVlSUHNITG1JN2I0NzlyTg==",
                "822"
            ),
            (
                "RGFQNCt6U1d1M21SeVByVTM4dHlHb1FsVkUrSmpnWXhNY0o5UkMzRlZFanZiUHVnYjN1enJXbG1WSDF4aXlNcA==",
                "878"
            ),
        ] {
            let content =
                shop.order(newName(), try dollars("100.10"), source: "ecommerce")
                + shop.paypage(id, expiry: "1249")
            try await shop.answered(shop.online("authorization", content), code)
        }
    }

    @Test("the sandbox says that it lives")
    func status() async throws {
        let reply = try await server.get("/sandbox/status")
        #expect(reply.status == 200 && reply.text == "live\n")
    }

    @Test("three digits of an amount, of a card and of an unknown number are the answer")
    func magic() async throws {
        let shop = VantivTestShop(server: server)
        for (amount, code) in [("1.00", "100"), ("1.01", "101"), ("1.10", "110")] {
            let amount = try dollars(amount)
            let content = shop.order(newName(), amount) + shop.applePay(try server.token(amount))
            try await shop.answered(shop.online("authorization", content), code)
        }
        for (number, code) in [
            ("4470330769941000", "000"), ("4886883711815100", "100"),
            ("4215176886320101", "101"), ("4488282659650110", "110"),
        ] {
            let content =
                shop.order(newName(), try dollars("15.00"), source: "ecommerce")
                + shop.card(number)
            try await shop.answered(shop.online("sale", content), code)
        }
        for (number, code) in [
            ("123456789012345360", "360"), ("102948757348543822", "822"),
            ("123456000", "000"),
        ] {
            try await shop.answered(shop.online("void", shop.referenced(number)), code)
        }
    }

    @Test(
        "a name used twice on a card is a duplicate, as each generation reports it, and another order or amount is 251"
    )
    func duplicates() async throws {
        for version in ["8.31", "9.14", "12.34"] {
            let shop = VantivTestShop(server: server, version: version)
            let id = newName()
            let order = newName()
            func sale(_ order: String, _ amount: String) throws -> String {
                let content =
                    shop.order(order, try dollars(amount), source: "ecommerce")
                    + shop.card("4012888888881881")
                return shop.online("sale", content, id: id)
            }
            let first = try await shop.answered(try sale(order, "1.00"), "000")
            for (order, amount) in [
                (newName(), "1.00"), (order, "999.00"), (newName(), "999.00"),
            ] {
                let other = try await shop.answered(try sale(order, amount), "251")
                #expect(other.number != first.number)
                #expect(other.reply.attribute("duplicate") == nil)
            }
            let isOld = version != "12.34"
            let again = try await shop.answered(try sale(order, "1.00"), isOld ? "000" : "251")
            #expect(again.number == first.number)
            #expect(again.reply.attribute("duplicate") == (isOld ? "true" : nil))
        }
    }
}
