import Foundation
import ISO8583
import Testing

@testable import ISO8583Line

@Suite("A profile of a host", .timeLimit(.minutes(5)))
struct ProfileTests {
    @Test("that is shipped can be read", arguments: LineProfile.shipped)
    func shipped(_ name: String) throws {
        let profile = try LineProfile(shipped: name)
        for kind in MessageKind.allCases {
            #expect(profile.messages[kind] != nil, "\(kind)")
        }
    }

    @Test("puts what proves a payment into authorizations alone", arguments: LineProfile.shipped)
    func proofs(_ name: String) throws {
        for (kind, message) in try LineProfile(shipped: name).messages where kind != .authorize {
            for (number, template) in message.fields {
                #expect(
                    template.sources.isDisjoint(with: FieldSource.proofs),
                    "\(kind), field \(number)")
            }
        }
    }

    private static let sources = FieldSource.allCases.map(\.rawValue)
    private static let laterSources = FieldSource.allCases.filter {
        !FieldSource.proofs.contains($0)
    }.map(\.rawValue)

    @Test(
        "with a mistake is refused with its place and the mistake",
        arguments: [
            ("\"acquirer\": \"400001\",", "", "acquirer", .missing),
            ("\"acquirer\": \"400001\"", "\"acquirer\": \"4000a1\"", "acquirer", .notANotation),
            ("\"spec87-ascii\"", "\"spec93\"", "specification", .unknownBase),
            ("\"specification\": \"spec87-ascii\",", "", "specification", .missing),
            (
                "\"spec87-ascii\"", "{\"base\": \"spec87-ascii\", \"bitmaps\": 1}", "bitmaps",
                .unknownKey
            ),
            ("\"times\"", "\"time\"", "time", .unknownKey),
            ("\"echo\": 60", "\"echo\": 0", "times.echo", .outOfRange(1...600)),
            ("\"echo\": 60", "\"retry\": 1", "times.retry", .unknownKey),
            ("\"echoed\": [32", "\"echoed\": [132", "echoed", .notAFieldNumber),
            (
                "\"2\": \"pan\"", "\"2\": \"card\"", "messages.authorize.fields.2",
                .unknownWord(sources)
            ),
            (
                "{\"3\": \"'200000'\"}", "{\"126\": \"cryptogram.base64\"}",
                "messages.refund.fields.126", .unknownWord(laterSources)
            ),
            (
                "{\"3\": \"'200000'\"}", "{\"65\": \"stan\"}", "messages.refund.fields.65",
                .unknownField
            ),
            (
                "{\"3\": \"'200000'\"}", "{\"x\": \"stan\"}", "messages.refund.fields.x",
                .notAFieldNumber
            ),
            (
                "{\"3\": \"'200000'\"}", "{\"11\": null}", "messages.refund.fields.11", .missing
            ),
            ("\"mti\": \"0400\"", "\"mti\": \"0410\"", "messages.reversal.mti", .missing),
            (
                "\"like\": \"release\"", "\"like\": \"echo\"", "messages.reversal.like",
                .unknownWord([
                    "authorize", "capture", "refund", "release",
                ])
            ),
            ("\"reversal\": {", "\"reverse\": {", "messages.reverse", .unknownKey),
            (
                "\"by\": \"entryMode\"", "\"by\": \"mode\"", "messages.authorize.fields.22.by",
                .unknownWord([
                    "entryMode", "network", "partialApproval",
                ])
            ),
            (
                "\"credentialOnFile\": \"'100'\"", "\"stored\": \"'100'\"",
                "messages.authorize.fields.22.cases.stored", .unknownKey
            ),
            (
                "\"tag\": \"92\"", "\"name\": \"92\"",
                "messages.authorize.fields.48.0.optional.name",
                .unknownKey
            ),
            ("\"approved\": [", "\"approve\": [", "responses.approve", .unknownKey),
            (
                "\"approved\": [\"00\", \"08\", \"11\", \"85\"]", "\"approved\": []",
                "responses.approved", .missing
            ),
            ("\"reversed\": [\"00\", \"21\"]", "\"reversed\": 0", "responses.reversed", .wrongType),
            (
                "\"4\": \"amount\",", "", "messages.authorize.fields",
                .lacksAll(of: ["amount", "amount.2003"])
            ),
            (
                "\"49\": \"currency\",", "", "messages.authorize.fields",
                .lacksAll(of: ["currency", "currency.letters", "amount.2003"])
            ),
            (
                "\"character\": 1", "\"character\": 26", "checks.address.character",
                .outOfRange(1...25)
            ),
            (
                "\"field\": 44, \"character\": 2", "\"field\": 65, \"character\": 2",
                "checks.securityCode.field", .unknownField
            ),
            ("\"checks\": {", "\"checks\": {\"avs\": 1,", "checks.avs", .unknownKey),
            (
                "\"times\"", "\"style\": \"both\", \"times\"", "style",
                .unknownWord(["dual", "single"])
            ),
            (
                "\"times\"", "\"style\": \"single\", \"times\"", "messages.capture", .unknownKey
            ),
        ] as [(String, String, String, SpecificationError.Reason)])
    func mistakes(
        before: String, after: String, place: String, reason: SpecificationError.Reason
    ) throws {
        let json = try #require(LineProfile.json(ofShipped: "spec87-ascii"))
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains(before))
        #expect(throws: SpecificationError(file: "host.json", place: place, reason)) {
            try LineProfile(
                json: Array(text.replacing(before, with: after).utf8), file: "host.json")
        }
    }

    @Test("on the page can be read")
    func page() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/iso8583.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).split(separator: "```json\n")
        let json = try #require(blocks.dropFirst(2).first?.split(separator: "```").first)
        let profile = try LineProfile(json: Array(json.utf8), file: "page")
        // What proves a payment isn't taken over from the authorization.
        #expect(profile.messages[.authorize]?.fields[126] != nil)
        #expect(profile.messages[.capture]?.fields[126] == nil)
    }

    @Test("can hold a specification of its own")
    func inline() throws {
        let profile = try Samples.profile(
            "spec87-ascii",
            [
                (
                    "\"specification\": \"spec87-ascii\"",
                    "\"specification\": {\"base\": \"spec87-ascii\", \"framing\": \"vmlh\"}"
                )
            ])
        #expect(profile.specification.framing == .vmlh)
    }
}
