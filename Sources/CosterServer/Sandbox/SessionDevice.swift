import AppleSimulator
import DialectKit
import PaymentDomain
import SandboxPages
import StrictCoding

/// `POST /sandbox/apple-pay/session`: checks Apple's session as the device of a page's customer does.
///
/// Only a sandbox answers this path. The body is `{"session":"…"}`, the session's JSON as a text. The page's host is that
/// of its Origin, which no script can change. The reply names the merchant, for which the device makes its token.
struct SessionDevice: Dialect {
    private let simulator: SimulatedAppleStore
    private let check: SessionCheck

    /// The devices that trust the simulator's Apple.
    ///
    /// - Throws: ``SimulatorError``.
    init(_ simulator: SimulatedAppleStore) throws(SimulatorError) {
        self.simulator = simulator
        check = SessionCheck(try simulator.apple())
    }

    var name: String { SandboxSite.name }
    var routes: [DialectRoute] {
        [DialectRoute(method: "POST", path: "/sandbox/apple-pay/session", operation: "session")]
    }

    /// True: the device of a shop's page lives in that page, which may come from another host.
    var isForPages: Bool { true }

    /// In the body, which has none: anyone may have a session checked.
    func credential(in head: RequestHead) -> CredentialLocation { .body }

    func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        guard let host = Self.host(of: request.head) else {
            return .reply(SessionDeviceRefusal.originMissing.reply)
        }
        guard let session = Self.session(in: request.body) else {
            return .reply(SessionDeviceRefusal.session(.malformed).reply)
        }
        let now = request.head.receivedAt
        return .answer { [check, simulator] in
            do throws(SessionDeviceRefusal) {
                return try await Self.reply(session, host: host, at: now, check, simulator)
            } catch {
                return error.reply
            }
        }
    }

    func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        .refusal(of: refusal)
    }

    /// The host of the page that asks, without its port.
    private static func host(of head: RequestHead) -> String? {
        guard let origin = head.origin, let mark = origin.firstRange(of: "://") else { return nil }
        return origin[mark.upperBound...].split(separator: ":").first.map(String.init)
    }

    private static func session(in body: [UInt8]) -> [UInt8]? {
        let object = try? JSONValue(reading: body, limits: SessionDeviceLimits.json).object
        return object?["session"]?.text.map { Array($0.utf8) }
    }

    private static func reply(
        _ session: [UInt8], host: String, at now: Timestamp, _ check: SessionCheck,
        _ simulator: SimulatedAppleStore
    ) async throws(SessionDeviceRefusal) -> DialectReply {
        let accepted: SessionCheck.Accepted
        do throws(SessionProblem) {
            accepted = try await check.accept(session, host: host, at: now)
        } catch {
            throw .session(error)
        }
        guard
            let merchant = try? simulator.merchantIdentifier(withHash: accepted.merchantHash)
                ?? nil
        else { throw .merchantUnknown }
        var writer = JSONWriter()
        writer.object {
            $0.member("merchantIdentifier", merchant)
            $0.member("displayName", accepted.displayName)
            $0.member("isForThisEnvironment", accepted.isForThisEnvironment)
        }
        return .json(200, writer.bytes, "ok")
    }
}

/// How much a device reads.
enum SessionDeviceLimits {
    /// The limits of the JSON: one member, the session.
    static let json: JSONLimits = {
        var limits = JSONLimits()
        limits.textBytes = 65_536
        limits.depth = 1
        limits.values = 4
        limits.valueBytes = 65_536
        limits.keyBytes = 32
        return limits
    }()
}
