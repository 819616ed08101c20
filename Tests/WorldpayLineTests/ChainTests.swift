import DialectKit
import LineContract
import PaymentDomain
import Testing
import Vantiv

/// What our own cnpAPI protocol makes of each recorded request: one Coster may stand behind another.
private let commands: [String: String] = [
    "device": "authorize 1499", "device-partial": "authorize 1499",
    "device-long-fields": "authorize 1499", "keyed": "authorize 1499",
    "decrypted-by-merchant": "authorize 1499", "stored": "authorize 1499",
    "check": "authorize 0", "credit": "credit 1499", "capture": "capture 1499",
    "refund": "refund 1499", "capture-void": "void", "refund-void": "void",
    "credit-void": "void", "release": "release 1499", "reversal": "release all",
    "credit-reversal": "void", "query": "inquire",
]

@Suite("A request to Worldpay, taken by the protocol", .timeLimit(.minutes(5)))
struct ChainTests {
    @Test("is the command that the line was asked for", arguments: commands.keys.sorted())
    func decoded(_ name: String) throws {
        let document = try Samples.file("Requests/\(name).xml")
        let dialect = VantivDialect(isSandbox: false)
        let route = try #require(dialect.routes.first { $0.path.hasSuffix("communicator/online") })
        let head = RequestHead(
            route: route, parameters: [:], query: "",
            headers: [("content-type", "text/xml; charset=UTF-8")], receivedAt: Samples.now)
        let request = DialectRequest(head: head, body: Array(document.utf8))
        guard case .command(let command, _, let credential, _) = dialect.decode(request) else {
            Issue.record("refused")
            return
        }
        #expect(command.words == commands[name])
        #expect(credential?.secret == "merchant-secret")
    }
}

extension PaymentCommand {
    /// The command in words, for tables.
    fileprivate var words: String {
        switch self {
        case .authorize(let command): "authorize \(words(command.amount))"
        case .credit(let command): "credit \(words(command.amount))"
        case .capture(let command): "capture \(words(command.amount))"
        case .refund(let command): "refund \(words(command.amount))"
        case .release(let command): "release \(words(command.amount))"
        case .void: "void"
        case .cancel: "cancel"
        case .inquire: "inquire"
        case .openToken, .register, .keepCard, .account, .confirmFunds, .listBatches,
            .findPayments, .checkToken:
            "another"
        }
    }

    private func words(_ amount: Money?) -> String {
        amount.map { String($0.minorUnits) } ?? "all"
    }
}
