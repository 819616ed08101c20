import StrictCoding
import DialectKit
@_spi(CardData) import PaymentDomain
import Testing

@testable import CardConnect

@Suite("CardSecure", .timeLimit(.minutes(5)))
struct CardSecureTests {
    private func code(_ json: String) -> String? {
        Samples.cardSecure.decode(Samples.tokenize(json)).reply?.member("errorcode")
    }

    @Test(
        "answers each bad account with its error code",
        arguments: [
            ("\"\"", "14"), ("\"   \"", "14"), ("\"4111111111111112\"", "54"),
            ("\"4111-x111\"", "8"), ("\"41111111111\"", "21"), ("\"41111111111111111111\"", "13"),
            ("\"124001545/123123123123\"", "38"), ("\"0000000000000000\"", "56"),
            ("[\"4111111111111111\"]", "77"), ("{}", "77"), ("null", "74"),
            ("\"\(String(repeating: "4", count: 300))\"", "13"),
        ])
    func accounts(_ value: String, _ wanted: String) {
        #expect(code("{\"account\":\(value)}") == wanted)
    }

    @Test(
        "answers each bad field beside an account with its error code",
        arguments: [
            ("\"expiry\":\"0x31\"", "8"), ("\"expiry\":\"731\"", "21"),
            ("\"expiry\":\"203107011\"", "13"), ("\"expiry\":\"1331\"", "39"),
            ("\"expiry\":\"20310732\"", "39"), ("\"cvv\":\"98x\"", "8"), ("\"cvv\":\"98\"", "21"),
            ("\"cvv\":98765", "13"), ("\"encryptionhandler\":\"RSA\"", "16"),
            ("\"encryptionhandler\":\"EC_APPLE_PAY\"", "16"), ("\"devicedata\":\"abc\"", "7"),
        ])
    func fieldsBesideAccounts(_ member: String, _ wanted: String) {
        #expect(code("{\"account\":\"4111111111111111\",\(member)}") == wanted)
    }

    @Test(
        "answers a body that is not a request with 77, or 74 if nothing is asked",
        arguments: [
            ("", "77"), ("[]", "77"), ("\"x\"", "77"), ("{\"account\":", "77"), ("{}", "74"),
            ("{\"account\":\"1\",\"account\":\"1\"}", "77"), ("{\"Account\":\"4111\"}", "74"),
            (String(repeating: "{\"a\":", count: 60), "77"),
        ])
    func bodies(_ json: String, _ wanted: String) {
        #expect(code(json) == wanted)
    }

    @Test(
        "takes every form of a card number and of its end",
        arguments: [
            ("4111111111111111", "\"0731\""), ("4111 1111 1111 1111", "\"20317\""),
            ("4111-1111-1111-1111", "203107"), ("4111111111111111", "\"20310731\""),
        ])
    func cards(_ account: String, _ expiry: String) {
        let decoded = Samples.cardSecure.decode(
            Samples.tokenize("{\"account\":\"\(account)\",\"expiry\":\(expiry),\"cvv\":\"987\"}"))
        guard case .keepCard(let keep) = decoded.command, case .keyed(let card) = keep.source
        else {
            Issue.record("no card")
            return
        }
        #expect(card.pan.withDigits { $0 } == "4111111111111111")
        #expect(card.expiry == CardExpiry(year: 2031, month: 7))
        #expect(card.securityCode == nil)
        // Nobody authenticates here.
        #expect(keep.provisionalSeconds == 604_800)
    }

    @Test("gives the same command whether a unique token is asked for or not")
    func unique() {
        for flag in ["true", "false", "null"] {
            let decoded = Samples.cardSecure.decode(
                Samples.tokenize("{\"account\":\"4111111111111111\",\"unique\":\(flag)}"))
            guard case .keepCard = decoded.command else {
                Issue.record("\(flag)")
                continue
            }
        }
    }

    @Test("needs a handler for device data, and takes Apple Pay's alone")
    func handlers() {
        let data = "\"devicedata\":\"\(Samples.deviceData)\""
        #expect(code("{\(data)}") == "74")
        #expect(code("{\(data),\"encryptionhandler\":null}") == "74")
        #expect(code("{\(data),\"encryptionhandler\":\"EC_GOOGLE_PAY\"}") == "16")
        #expect(code("{\"devicedata\":\"\",\"encryptionhandler\":\"EC_APPLE_PAY\"}") == "14")
        #expect(code("{\(data),\"encryptionhandler\":\"EC_APPLE_PAY\"}") == nil)
    }

    @Test("asks nobody who he is, and looks at no Authorization")
    func credential() {
        let head = Samples.head(
            "POST", "/cardsecure/api/v1/ccn/tokenize", routes: Samples.cardSecure.routes,
            headers: [("authorization", Samples.authorization)])
        guard case .head(let presented) = Samples.cardSecure.credential(in: head) else {
            Issue.record("no credential")
            return
        }
        #expect(presented.identity == CardConnectIdentity.cardSecureSite)
        #expect(presented.secret.isEmpty)
    }

    @Test(
        "knows a site by its host, and what can be no host as nobody's",
        arguments: [
            ("Shop.Example:8443", "shop.example"), ("shop.example", "shop.example"), ("", ""),
            ("Shop.Example.", "shop.example"), ("shop.example.:8443", "shop.example"),
            ("shop.example..", "shop.example."), (".", ""),
            (":", ""), ("shop.ex\u{E4}mple", ""), ("shop.example\u{301}", ""),
            (String(repeating: "a", count: 255), String(repeating: "a", count: 255)),
            (String(repeating: "a", count: 256), ""),
        ])
    func hosts(_ host: String, _ name: String) {
        #expect(CardConnectIdentity.cardSecure(site: host) == "cardsecure:host:\(name)")
    }

    @Test("has a token that begins like the card and ends like it")
    func tokenLook() throws {
        // The engine has put the card's digits around the nine that were proposed.
        #expect(CardSecureToken.registrations(7)[0].value == "000000007")
        let id = try #require(RegistrationID("9540000000071023"))
        let card = RegisteredCard(
            id: id, issuerPrefix: "544298", lastFour: "1023", network: .mastercard, expiry: nil,
            at: Samples.now)
        let token = try #require(CardSecureToken(card))
        #expect(token.text == "9540000000071023")
        #expect(token.firstTwo == "54" && token.lastFour == "1023")
        #expect(token.registration == id)
        #expect(token.handle?.value == token.text)
    }

    @Test(
        "knows what is no token",
        arguments: ["", "9", "4111111111111111", "94185941645411111", "941859416454111a", "９"])
    func noTokens(_ text: String) {
        #expect(CardSecureToken(text) == nil)
    }

    @Test("has other names if the first is taken")
    func alternatives() {
        for secret in [0, 1, UInt64.max, 1_000_000_000] as [UInt64] {
            let names = CardSecureToken.registrations(secret).map(\.value)
            #expect(Set(names).count == 5)
            #expect(names.allSatisfy { $0.utf8.count == 9 && $0.allSatisfy { $0.isNumber } })
        }
    }

    @Test("has a code, a status and a message for every refusal")
    func refusals() {
        for refusal in ScriptedResults.refusals.values {
            let fault = CardSecureFault(refusal)
            #expect(fault.code != .none)
            #expect([400, 404, 503].contains(fault.status))
            #expect(fault.reason == refusal.code)
        }
        for rule in CardSecureRule.allCases { #expect(CardSecureFault(rule).code != .none) }
        for refusal in GatewayRefusal.allCases {
            #expect(CardSecureFault(refusal).code != .none)
        }
    }

    @Test("has documented error codes, each with a text of its own")
    func table() {
        let documented: Set<Int64> = [
            0, 3, 7, 8, 12, 13, 14, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 33, 35, 38, 39, 43, 44,
            46, 47, 48, 49, 50, 53, 54, 55, 56, 57, 58, 59, 60, 61, 63, 64, 65, 66, 68, 71, 72, 73,
            74, 75, 76, 77, 78,
        ]
        let codes = CardSecureCode.allCases
        #expect(documented.isSuperset(of: codes.map(\.rawValue)))
        #expect(Set(codes.map(\.message)).count == codes.count)
    }

    @Test(
        "gives an echo back, however odd",
        arguments: ["", "a", "\\u0000\\\"<é>", String(repeating: "x", count: 250)])
    func echo(_ message: String) throws {
        let head = Samples.head(
            "POST", "/cardsecure/api/v1/echo", routes: Samples.cardSecure.routes)
        let body = Array("{\"message\":\"\(message)\"}".utf8)
        let reply = Samples.cardSecure.decode(DialectRequest(head: head, body: body)).reply
        let sent = try JSONValue(reading: body).object?["message"]?.text
        #expect(reply?.member("message") == sent)
        #expect(reply?.member("errorcode") == "0")
    }
}
