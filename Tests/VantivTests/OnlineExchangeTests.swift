import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A golden exchange of LitleXML or cnpAPI")
struct OnlineExchangeTests {
    @Test("gives the command and the reply, byte for byte", arguments: OnlineExchangeFile.all)
    func exchange(_ file: OnlineExchangeFile) throws {
        let (command, reply) = try #require(file.run(), "no such result, or none was expected")
        guard OnlineExchangeFile.isRecording else {
            #expect(command == file.command)
            #expect(onlineWritten(reply) == file.reply)
            return
        }
        try file.record(command: command, reply: onlineWritten(reply))
    }

    @Test("exists for every transaction, in old and new names")
    func transactions() {
        for transaction in VantivTransaction.allCases {
            for family in VantivFamily.allCases {
                #expect(
                    OnlineExchangeFile.all.contains { file in
                        file.replyBody.contains("<\(transaction.response) ")
                            && file.replyBody.contains("<\(family.response) ")
                    }, "\(transaction) \(family)")
            }
        }
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
            OnlineExchangeFile.all.contains { file in
                file.replyBody.contains("<response>\(code.rawValue)</response>")
                    || file.replyBody.contains(
                        "<tokenResponseCode>\(code.rawValue)</tokenResponseCode>")
            })
    }

    @Test("answers with 200, whatever the answer is", arguments: OnlineExchangeFile.all)
    func status(_ file: OnlineExchangeFile) {
        #expect(file.reply.hasPrefix("HTTP 200\n"))
    }

    @Test("shows no card number and no cryptogram", arguments: OnlineExchangeFile.all)
    func noCardData(_ file: OnlineExchangeFile) {
        let numbers = file.requestBody.matches(of: /<(?:number|accountNumber)>([0-9]+)</)
        for number in numbers { #expect(!file.reply.contains(number.1)) }
        #expect(!file.reply.contains("BwABBJQ1AgAAAAAgJDUCAAAAAAA="))
        #expect(!file.reply.contains("sandbox-vantiv"))
    }

    @Test("declares its namespace without a prefix", arguments: OnlineExchangeFile.all)
    func prefix(_ file: OnlineExchangeFile) {
        #expect(
            file.replyBody.contains("<litleOnlineResponse xmlns=\"http://www.litle.com/schema\"")
                || file.replyBody.contains(
                    "<cnpOnlineResponse xmlns=\"http://www.vantivcnp.com/schema\"")
        )
    }
}
