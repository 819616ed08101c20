import Foundation
import Glibc
import PaymentDomain
import Testing

@Suite("A server that is killed between two steps", .timeLimit(.minutes(20)))
struct CrashTests {
    private static let quick = ["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]

    private static func dying(at step: String) -> [String: String] {
        quick.merging(["COSTER_SANDBOX_STOP_AT": step]) { _, new in new }
    }

    /// Sends a message to a server that dies of it.
    private func sendDying(_ message: RadialMessage, to server: RunningServer) async throws {
        let reply = try await server.replyUnlessCut(to: message)
        #expect(reply == nil, "nobody hears of it")
        #expect(await server.ending() == .killed(SIGKILL))
    }

    /// Sends a message again to a new server, until the books are at rest and after; the answer is always the same.
    private func repeated(
        _ message: RadialMessage, to server: RunningServer
    ) async throws -> (reply: HTTPReply, both: EachDatabase) {
        let shop = RadialShop(server: server)
        let first = try await shop.send(message)
        let both = try await EachDatabase.settled(server)
        let second = try await shop.send(message)
        #expect(first.status == 200)
        #expect(first.body == second.body, "a definite answer stays")
        let end = try await EachDatabase.settled(server)
        #expect(end.theirs == both.theirs, "nothing is done a second time")
        #expect(end.disagreements.isEmpty, "both books tell the same")
        return (second, end)
    }

    private func expectCleanAudit(_ folder: String) async throws {
        let audit = try await CommandRun.coster(["audit", "--data", folder])
        #expect(audit.ending == .exited(0), "\(audit.output)")
    }

    @Test(
        "an authorization is held once or not at all, and both ledgers agree",
        arguments: AuthorizationStep.allCases)
    func authorization(_ step: AuthorizationStep) async throws {
        try await Turnstile.crashes.enter {
            try await TemporaryFolder.lend { place in
                let dying = try await RunningServer.start(
                    place.path, Self.dying(at: step.rawValue))
                let order = newName()
                let message = try RadialShop(server: dying).wallet(
                    try dollars("14.99"), order: order)
                try await sendDying(message, to: dying)

                let server = try await RunningServer.start(place.path, Self.quick)
                let (reply, both) = try await repeated(message, to: server)
                #expect(reply.element("AuthorizationResponseCode") == step.answerAfterwards)
                let isHeld = step.answerAfterwards == "AP01"
                let page = try await server.get("/metrics").text
                #expect(
                    page.contains("coster_authorizations_abandoned_total \(isHeld ? 0 : 1)\n"))
                let payment = try both.payment(of: order)
                #expect(payment.state == (isHeld ? .authorized : .reversed))
                let held = both.theirs.filter { !$0.isReversed }.map(\.held)
                #expect(held == (isHeld ? [1499] : []), "never a second hold")
                #expect(await server.stop() == .exited(0))
                try await expectCleanAudit(place.path)
            }
        }
    }

    @Test(
        "a capture, a refund or a release is done once",
        arguments: AdvisedOperation.allCases, AdviceStep.allCases)
    func advice(_ operation: AdvisedOperation, _ step: AdviceStep) async throws {
        try await Turnstile.crashes.enter {
            try await TemporaryFolder.lend { place in
                let payment = try await prepared(operation, place.path)
                let dying = try await RunningServer.start(
                    place.path, Self.dying(at: step.rawValue))
                let message = try operation.message(RadialShop(server: dying), payment)
                try await sendDying(message, to: dying)

                let server = try await RunningServer.start(place.path, Self.quick)
                let (reply, both) = try await repeated(message, to: server)
                #expect(reply.isAcknowledged)
                let amounts = try both.payment(of: payment.order).amounts
                #expect(operation.done(amounts) == 500)
                #expect(await server.stop() == .exited(0))
                try await expectCleanAudit(place.path)
            }
        }
    }

    /// A payment that is ready for an operation.
    private func prepared(
        _ operation: AdvisedOperation, _ folder: String
    ) async throws -> ApprovedPayment {
        let server = try await RunningServer.start(folder, Self.quick)
        let shop = RadialShop(server: server)
        let payment = try await shop.approved(try dollars("14.99"))
        if operation == .refund {
            let capture = try shop.settle("Debit", try dollars("9.99"), payment)
            #expect(try await shop.send(capture).isAcknowledged)
        }
        #expect(await server.stop() == .exited(0))
        return payment
    }

    @Test(
        "a reversal that a crash cut off is sent again, until nothing is held",
        arguments: [
            AdviceStep.beforeAdvise, .afterAdvise, .beforeConclude, .afterConclude,
        ])
    func reversal(_ step: AdviceStep) async throws {
        try await Turnstile.crashes.enter {
            try await TemporaryFolder.lend { place in
                let dying = try await RunningServer.start(
                    place.path, Self.dying(at: step.rawValue))
                let order = newName()
                let message = try RadialShop(server: dying).wallet(
                    try dollars("7100.01"), order: order)
                // It dies of the reversal, which may overtake the reply.
                _ = try await dying.replyUnlessCut(to: message)
                #expect(await dying.ending() == .killed(SIGKILL))

                let server = try await RunningServer.start(place.path, Self.quick)
                let (reply, both) = try await repeated(message, to: server)
                #expect(reply.element("AuthorizationResponseCode") == "TO01")
                #expect(try both.payment(of: order).state == .reversed)
                #expect(both.theirs.map(\.isReversed) == [true])
                #expect(await server.stop() == .exited(0))
                try await expectCleanAudit(place.path)
            }
        }
    }

    @Test("an unknown step is a matter of configuration")
    func unknownStep() async throws {
        try await TemporaryFolder.lend { place in
            let run = try await CommandRun.coster(
                ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", place.path],
                environment: ["COSTER_SANDBOX_STOP_AT": "nowhere"])
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("before-intent"))
        }
    }
}
