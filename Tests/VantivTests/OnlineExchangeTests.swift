import DialectKit
import Foundation
import GoldenExchanges
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A golden exchange of LitleXML or cnpAPI", .timeLimit(.minutes(5)))
struct OnlineExchangeTests {
    @Test("gives the command and the reply, byte for byte", arguments: GoldenExchange.online)
    func exchange(_ file: GoldenExchange) throws {
        let (command, reply) = try #require(
            file.runOnline(), "no such result, or none was expected")
        guard GoldenExchange.isRecording else {
            #expect(command == file.command)
            #expect(reply.written == file.reply)
            return
        }
        try file.record(command: command, reply: reply)
    }

    @Test("exists for every transaction, in old and new names")
    func transactions() {
        for transaction in VantivTransaction.allCases {
            for family in VantivFamily.allCases {
                #expect(
                    GoldenExchange.online.contains { file in
                        file.replyBody.contains("<\(transaction.response) ")
                            && file.replyBody.contains("<\(family.response) ")
                    }, "\(transaction) \(family)")
            }
        }
    }

    @Test(
        "is queryTransactionUnavailableResponse if it says 152, and only then",
        arguments: GoldenExchange.online)
    func unavailable(_ file: GoldenExchange) {
        let isInProgress = file.replyBody.contains("<response>152</response>")
        let element = "<queryTransactionUnavailableResponse "
        #expect(file.replyBody.contains(element) == isInProgress)
        #expect(!isInProgress || !file.replyBody.contains("<queryTransactionResponse "))
    }

    /// The codes that the engine's results and refusals can have: all but those that only Vantiv's
    /// own test values ask for.
    static let produced: Set<VantivCode> = {
        var codes: Set<VantivCode> = [
            .approved, .partiallyApproved, .processingNetworkUnavailable, .systemError,
            .duplicateTransaction, .tokenRegistered, .tokenKnown, .found, .notFound,
            .foundInProgress, .queryWithoutName, .statusWithoutNumber, .invalidPaymentType,
            .wrongPaymentType, .threeDSecureUnsupported, .tokenInvalid, .invalidCardNumber,
            .tokenRegistrationFailed, .invalidTransaction,
        ]
        for reason in DeclineReason.allCases {
            for network in CardNetwork.allCases.map(Optional.some) + [nil] {
                codes.insert(VantivCode(reason, network))
            }
        }
        for refusal in OnlineResults.refusals.values {
            for transaction in VantivTransaction.allCases {
                codes.insert(VantivCode(refusal, of: transaction))
            }
        }
        return codes
    }()

    @Test("exists for every code that the engine can produce", arguments: produced)
    func codes(_ code: VantivCode) {
        #expect(
            GoldenExchange.online.contains { file in
                file.replyBody.contains("<response>\(code.code)</response>")
                    || file.replyBody.contains(
                        "<tokenResponseCode>\(code.code)</tokenResponseCode>")
            })
    }

    @Test("answers with 200, whatever the answer is", arguments: GoldenExchange.online)
    func status(_ file: GoldenExchange) {
        #expect(file.reply.hasPrefix("HTTP 200\n"))
    }

    @Test("shows no card number and no cryptogram", arguments: GoldenExchange.online)
    func noCardData(_ file: GoldenExchange) {
        let numbers = file.requestBody.matches(of: /<(?:number|accountNumber)>([0-9]+)</)
        for number in numbers { #expect(!file.reply.contains(number.1)) }
        #expect(!file.reply.contains("BwABBJQ1AgAAAAAgJDUCAAAAAAA="))
        #expect(!file.reply.contains("sandbox-vantiv"))
    }

    @Test("declares its namespace without a prefix", arguments: GoldenExchange.online)
    func prefix(_ file: GoldenExchange) {
        #expect(
            file.replyBody.contains("<litleOnlineResponse xmlns=\"http://www.litle.com/schema\"")
                || file.replyBody.contains(
                    "<cnpOnlineResponse xmlns=\"http://www.vantivcnp.com/schema\"")
        )
    }
}
