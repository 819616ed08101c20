import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import PaymentDomain
import PaymentEngine
import SandboxAcquirer

/// A sandbox acquirer's ledger in another program, so that several nodes share one acquirer, and tests can cut, slow
/// down and damage the line to it. Set `COSTER_SANDBOX_ACQUIRER`; only `--sandbox` reads it.
///
/// One call is one connection, so a broken connection breaks one call. The wire has no more of a card than its last
/// four digits; docs/protocols/sandbox.md describes it.
struct RemoteSandbox: SandboxHost {
    /// The longest reply that is read, in bytes.
    private static let replyLimit = 4_096
    /// How many calls there may be at once: of all requests in progress, and of the worker.
    static let calls = 4_096
    /// Longer than the engine's time limit.
    private static let timeout = TimeAmount.seconds(600)

    private let url: String
    /// Its connections are there for as long as the process is.
    private static let client = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        // A call has a connection at once: who waits for one would wait on the acquirer's time, and never be sent.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            RemoteSandbox.calls
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// A line to the program that listens there.
    ///
    /// - Parameter address: HOST:PORT.
    init(address: String) {
        url = "http://\(address)"
    }

    func hold(_ hold: SandboxHold) async -> HoldOutcome {
        switch await call("/authorizations", HoldMessage(hold)) {
        case .notSent: return .notSent
        case .unanswered: return .unknown
        case .answered(let reply):
            switch reply.outcome {
            case "held": return .held
            case "reversed-before": return .reversedBefore
            case "another": return .isAnother
            default: return .unknown
            }
        }
    }

    func book(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        guard case .answered(let reply) = await call("/advices", AdviceMessage(advice)) else {
            return .unanswered
        }
        switch (reply.outcome, reply.code) {
        case ("acknowledged", _): return .acknowledged(nil)
        case ("refused", let code?): return .refused(DeclineReason(networkCode: code))
        case (_, _): return .unanswered
        }
    }

    private enum Ending {
        case notSent
        case unanswered
        case answered(LinkReply)
    }

    private func call(_ path: String, _ message: some Encodable) async -> Ending {
        do {
            var request = HTTPClientRequest(url: url + path)
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/json")
            request.headers.add(name: "connection", value: "close")
            request.body = .bytes(ByteBuffer(data: try JSONEncoder().encode(message)))
            let response = try await RemoteSandbox.client.execute(
                request, timeout: RemoteSandbox.timeout)
            guard response.status == .ok else { return .unanswered }
            let body = try await response.body.collect(upTo: RemoteSandbox.replyLimit)
            return .answered(try JSONDecoder().decode(LinkReply.self, from: Data(buffer: body)))
        } catch is NIOConnectionError {
            return .notSent
        } catch let error as IOError where error.errnoCode == ECONNREFUSED {
            return .notSent
        } catch {
            // From here on it may have arrived.
            return .unanswered
        }
    }
}

/// A hold on the wire.
private struct HoldMessage: Encodable {
    let id: String
    let merchantNumber: String
    let currency: String
    let requested: Int64
    let approved: Int64
    let lastFour: String
    let isCredit: Bool

    init(_ hold: SandboxHold) {
        id = hold.id.value
        merchantNumber = hold.merchantNumber
        currency = hold.requested.currency.code
        requested = hold.requested.minorUnits
        approved = hold.approved
        lastFour = hold.lastFour
        isCredit = hold.isCredit
    }
}

/// A message to the acquirer, as JSON.
private struct AdviceMessage: Encodable {
    let id: String
    let kind: String
    let authorizationID: String
    let merchantNumber: String
    let currency: String
    let amount: Int64

    init(_ advice: AcquirerAdvice) {
        id = advice.id.value
        kind = advice.kind.rawValue
        authorizationID = advice.authorizationID.value
        merchantNumber = advice.merchant.merchantNumber
        currency = advice.amount.currency.code
        amount = advice.amount.minorUnits
    }
}

private struct LinkReply: Decodable {
    let outcome: String
    let code: String?
}
