import AppleSimulator
import DialectKit
import Foundation
import PaymentDomain
import StrictCoding
import Testing

@testable import CosterServer

@Suite("The simulated device's check of a session", .timeLimit(.minutes(20)))
struct SessionDeviceTests {
    /// What is wrong with a session, and the code of the refusal.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        var origin: String? = "http://localhost:9000"
        var trouble: ValidationTrouble?
        var secondsLater: Int64 = 0
        var isTwice = false
        var isForgotten = false
        var change: @Sendable (String) -> String = { $0 }
    }

    static let rows = [
        Row(testDescription: "no page asks", code: "origin-missing", origin: nil),
        Row(testDescription: "not a session", code: "session-malformed") { _ in "{}" },
        Row(testDescription: "changed on its way", code: "session-signature-wrong") {
            $0.replacing("Example", with: "Imposter")
        },
        Row(
            testDescription: "from the same machine under another name",
            code: "session-other-domain", origin: "http://127.0.0.1:9000"),
        Row(testDescription: "expired", code: "session-expired", trouble: .expired),
        Row(testDescription: "six minutes old", code: "session-too-old", secondsLater: 360),
        Row(testDescription: "a second time", code: "session-used", isTwice: true),
        Row(
            testDescription: "of a merchant that the simulator has forgotten",
            code: "merchant-identifier-unknown", isForgotten: true),
    ]

    private static let merchant = "merchant.com.example"

    @Test("refuses a session that a device wouldn't take", arguments: rows)
    func refused(_ row: Row) async throws {
        try await TemporaryFolder.lend { folder in
            let store = SimulatedAppleStore(directory: folder.path)
            let session = try Self.session(of: store, row.trouble)
            let device = try SessionDevice(store)
            if row.isForgotten {
                let path = "\(folder.path)/simulator/merchants/\(Self.merchant)"
                try FileManager.default.removeItem(atPath: path)
            }
            let ask = { try await Self.reply(of: device, row.change(session), row) }
            if row.isTwice { #expect(try await ask().status == 200) }
            let reply = try await ask()
            let object = try JSONValue(reading: reply.body).object
            #expect(reply.status == 400 && object?["code"]?.text == row.code)
            #expect(
                object?["message"]?.text
                    == (try RefusalPage.text(of: row.code, in: .sandboxSessions)))
        }
    }

    @Test("takes a good session, and says for whom and where it is", arguments: [true, false])
    func taken(isForThisEnvironment: Bool) async throws {
        try await TemporaryFolder.lend { folder in
            let store = SimulatedAppleStore(directory: folder.path)
            let session = try Self.session(
                of: store, isForThisEnvironment ? nil : .otherEnvironment)
            let row = Row(testDescription: "", code: "")
            let reply = try await Self.reply(of: SessionDevice(store), session, row)
            let object = try JSONValue(reading: reply.body).object
            #expect(reply.status == 200 && object?["merchantIdentifier"]?.text == Self.merchant)
            #expect(object?["displayName"]?.text == "Example Shop")
            #expect(object?["isForThisEnvironment"]?.boolean == isForThisEnvironment)
        }
    }

    private static let now = Timestamp(seconds: 1_790_000_000)

    /// A session for a page on localhost, as the simulated Apple gives it.
    private static func session(
        of store: SimulatedAppleStore, _ trouble: ValidationTrouble?
    ) throws -> String {
        let identity = try store.merchantIdentity(merchant)
        let validation = MerchantValidation(try store.apple()) { _ in ["localhost"] }
        let request =
            #"{"merchantIdentifier":"\#(merchant)","displayName":"Example Shop","initiative":"web","#
            + #""initiativeContext":"localhost"}"#
        let answer = try validation.answer(
            Array(request.utf8), certificate: identity.certificateDER, at: now, trouble: trouble)
        try #require(answer.status == 200)
        return String(decoding: answer.body, as: UTF8.self)
    }

    private static func reply(
        of device: SessionDevice, _ session: String, _ row: Row
    ) async throws -> DialectReply {
        let text = String(decoding: try JSONEncoder().encode(["session": session]), as: UTF8.self)
        let head = RequestHead(
            route: device.routes[0], parameters: [:], query: "",
            headers: row.origin.map { [("origin", $0)] } ?? [],
            receivedAt: now.adding(seconds: row.secondsLater))
        switch device.decode(DialectRequest(head: head, body: Array(text.utf8))) {
        case .reply(let reply): return reply
        case .answer(let reply): return await reply()
        case .question, .proof, .command: throw NoReply()
        }
    }

    private struct NoReply: Error {}
}
