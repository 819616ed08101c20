import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import Vantiv

/// The table of codes beside the repository.
private enum CodeFile {
    static let url = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/reference/vantiv-codes.tsv").standardizedFileURL
    static var isAvailable: Bool { FileManager.default.fileExists(atPath: url.path) }
}

@Suite("The table of codes of Vantiv", .timeLimit(.minutes(5)))
struct VantivCodeTests {
    /// Network response code, and the code; referrals of a Visa card.
    static let declines: [(String, String)] = [
        ("01", "125"), ("02", "125"), ("03", "321"), ("04", "303"), ("05", "349"), ("06", "350"),
        ("07", "303"), ("12", "322"), ("13", "340"), ("14", "301"), ("15", "323"), ("19", "102"),
        ("21", "350"), ("25", "350"), ("30", "350"), ("41", "304"), ("43", "304"), ("46", "301"),
        ("51", "110"), ("52", "350"), ("53", "350"), ("54", "305"), ("55", "324"), ("57", "327"),
        ("58", "325"), ("59", "350"), ("61", "127"), ("62", "307"), ("63", "350"), ("65", "350"),
        ("75", "326"), ("82", "352"), ("91", "101"), ("92", "100"), ("93", "322"), ("94", "350"),
        ("96", "101"), ("--", "350"),
    ]

    @Test("has a row for every reason of a decline", arguments: declines)
    func decline(_ network: String, _ code: String) {
        #expect(VantivCode(DeclineReason(networkCode: network), .visa).code == code)
        #expect(Set(Self.declines.map(\.0)) == Set(DeclineReason.allCases.map(\.rawValue)))
    }

    @Test("never says yes, or unknown, if the issuer said no")
    func no() {
        for reason in DeclineReason.allCases {
            for network in CardNetwork.allCases.map(Optional.some) + [nil] {
                let code = VantivCode(reason, network)
                #expect(![.approved, .partiallyApproved, .systemError].contains(code))
            }
        }
    }

    /// The processor's table and code of a decline, and the code.
    static let codesGiven: [(String, String, String?)] = [
        ("cnp", "351", "351"), ("cnp", "350", "350"), ("cnp", "000", nil),
        ("cnp", "010", nil), ("cnp", "999", nil), ("cybersource", "351", nil),
    ]

    @Test("is passed over for the very code that Worldpay gave a decline", arguments: codesGiven)
    func worldpayCode(_ table: String, _ given: String, _ code: String?) {
        #expect(VantivCode(of: ProcessorCode(system: table, code: given))?.code == code)
        #expect(VantivCode(of: nil) == nil)
    }

    static let referrals: [(CardNetwork?, String)] = [
        (.amex, "121"), (.diners, "122"), (.discover, "123"), (.jcb, "124"), (.visa, "125"),
        (.mastercard, "125"), (.unionPay, "120"), (nil, "120"),
    ]

    @Test("names whom to call", arguments: referrals)
    func referral(_ network: CardNetwork?, _ code: String) {
        #expect(VantivCode(.referToIssuer, network).code == code)
    }

    /// A refusal, the transaction, and the code.
    static let refusals: [(String, VantivTransaction, String)] = [
        ("idempotency-conflict", .sale, "251"), ("in-flight", .sale, "370"),
        ("amount-missing", .sale, "340"), ("amount-zero", .sale, "340"),
        ("payment-not-found", .capture, "360"), ("card-not-found", .sale, "822"),
        ("account-not-found", .sale, "822"),
        ("unsupported-card", .sale, "330"), ("currency-mismatch", .capture, "340"),
        ("amount-exceeded", .capture, "835"), ("amount-exceeded", .credit, "365"),
        ("amount-exceeded", .authReversal, "336"), ("depleted", .capture, "111"),
        ("depleted", .authReversal, "111"), ("depleted", .credit, "365"),
        ("part-not-allowed", .authReversal, "336"), ("already-settled", .void, "362"),
        ("registration-not-found", .sale, "877"), ("registration-spent", .sale, "877"),
        ("registration-expired", .sale, "878"), ("expiry-missing", .sale, "320"),
        ("wrong-state", .void, "360"), ("not-settled", .credit, "360"),
        ("taken-back", .credit, "322"),
        ("not-supported", .credit, "322"),
        ("too-old", .credit, "360"), ("store-unavailable", .sale, "108"),
        ("outcome-not-stored", .sale, "370"), ("token-unknownKey", .sale, "530"),
        ("token-replayed", .sale, "251"), ("token-replayed-elsewhere", .sale, "531"),
        ("token-orderMismatch", .sale, "340"),
        ("token-malformed", .sale, "531"), ("token-unsupportedVersion", .sale, "531"),
        ("token-badSignature", .sale, "531"), ("token-stale", .sale, "531"),
        ("token-cannotDecrypt", .sale, "531"), ("token-badPayload", .sale, "531"),
        ("token-sandboxSigner", .sale, "531"), ("token-spentWithoutPayment", .sale, "531"),
        ("token-replayed-elsewhere", .registerTokenRequest, "251"),
        ("in-flight", .registerTokenRequest, "370"),
        ("token-spentWithoutPayment", .registerTokenRequest, "531"),
        ("registration-spent", .registerTokenRequest, "877"),
    ]

    @Test("has a row for every refusal", arguments: refusals)
    func refusal(_ name: String, _ transaction: VantivTransaction, _ code: String) throws {
        let refusal = try #require(OnlineResults.refusals[name])
        #expect(VantivCode(refusal, of: transaction).code == code)
        #expect(Set(Self.refusals.map(\.0)) == Set(OnlineResults.refusals.keys))
    }

    @Test("calls silence no decline: 370, and never a token for it")
    func silence() throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        let exchange = try #require(OnlineSamples.decode(sale, in: "12.50").exchange)
        let result = try #require(OnlineResults.named("unknown", order: "o1"))
        let reply = OnlineSamples.production.encode(result, for: exchange)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(reply.outcomeCode == "370")
        #expect(value(of: "message", in: text) == "Internal System Error - Call Vantiv")
        #expect(!text.contains("authCode") && !text.contains("tokenResponse"))
    }

    @Test("of an unknown outcome has the number that was begun, where that is certain")
    func begunNumber() throws {
        let sale = try #require(OnlineSamples.transactions[.sale])
        let exchange = try #require(OnlineSamples.decode(sale, in: "12.50").exchange)
        let begun = try #require(TransactionNumber(123_456_789_012_345_678))
        let refusals: [(PaymentRefusal, TransactionNumber)] = [
            (.outcomeNotStored(of: begun), begun), (.outcomeNotStored, exchange.number),
        ]
        for (refusal, number) in refusals {
            let reply = OnlineSamples.production.encode(.failure(refusal), for: exchange)
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(reply.outcomeCode == "370")
            #expect(value(of: "cnpTxnId", in: text) == number.description)
        }
    }

    @Test(
        "has the messages of Vantiv's documents",
        .enabled(if: CodeFile.isAvailable, "needs vantiv-codes.tsv in ../shared"))
    func messages() throws {
        let text = try String(contentsOf: CodeFile.url, encoding: .utf8)
        let rows = text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let byCode = Dictionary(rows.map { ($0[0], $0) }, uniquingKeysWith: { first, _ in first })
        for code in VantivCode.allCases {
            let row = try #require(byCode[code.code])
            #expect(row[1].hasPrefix(code.message(in: .cnp)), "\(code)")
            guard row.count > 3, !row[3].isEmpty else { continue }
            // The page's own mistakes ("pProgress", spaces at the end) are not copied.
            let page = row[3].trimmingCharacters(in: .whitespaces)
                .replacing("pProgress", with: "Progress")
            #expect(code.message(in: .litle) == page, "\(code)")
        }
    }

    @Test("spells as each family does")
    func spelling() {
        #expect(
            VantivCode.transactionNotFound.message(in: .litle)
                == "No transaction found with specified litleTxnId")
        #expect(
            VantivCode.transactionNotFound.message(in: .cnp)
                == "No transaction found with specified Transaction Id")
        for code in VantivCode.allCases {
            #expect(code.code.count == 3 && Int(code.code) != nil)
            for family in [VantivFamily.cnp, .litle] {
                let message = code.message(in: family)
                #expect(!message.isEmpty && !message.contains("|"), "\(code)")
            }
        }
    }

    @Test("has a row for every check of address and security code")
    func checks() {
        let addresses = AddressCheck.allCases.map(\.vantivCode)
        #expect(addresses == ["00", "01", "12", "10", "20", "32", "31", "30", "30", "33"])
        #expect(
            SecurityCodeCheck.allCases.map(\.vantivCode) == ["M", "N", "P", "S", "U", "P"])
        #expect(
            CardNetwork.allCases.map(\.vantivCode) == ["VI", "MC", "AX", "DI", "DC", "JC", "DI"])
    }
}
