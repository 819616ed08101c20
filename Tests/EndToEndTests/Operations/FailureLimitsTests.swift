import Gateway
import Merchants
import NIOCore
import Synchronization
import Testing

@testable import CosterServer

@Suite("Wrong passwords", .timeLimit(.minutes(20)))
struct FailureLimitsTests {
    private static func address(_ number: Int) throws -> ClientAddress {
        ClientAddress(
            try SocketAddress(ipAddress: "192.0.\(number / 250).\(number % 250)", port: 1))
    }

    @Test("of one client from one address are limited to 8, and to one more each 8 seconds")
    func perClient() throws {
        let uptime = Mutex(Duration.seconds(100))
        let limits = FailureLimits { uptime.withLock { $0 } }
        let (one, other) = (try Self.address(1), try Self.address(2))
        for number in 0..<8 { #expect(limits.admits("radial/A", from: one), "\(number)") }
        #expect(!limits.admits("radial/A", from: one))
        #expect(limits.admits("radial/B", from: one), "another client of the address")
        #expect(limits.admits("radial/A", from: other), "the client at another address")
        uptime.withLock { $0 += .seconds(8) }
        #expect(limits.admits("radial/A", from: one))
        #expect(!limits.admits("radial/A", from: one))
        limits.giveBack("radial/A", from: one)
        #expect(limits.admits("radial/A", from: one), "a right password costs no try")
    }

    @Test("from one address are limited to 16, for whichever clients")
    func perAddress() throws {
        let limits = FailureLimits { .seconds(100) }
        let one = try Self.address(1)
        let admitted = (0..<100).count { limits.admits("radial/\($0)", from: one) }
        #expect(admitted == 16)
        #expect(limits.admits("radial/1", from: try Self.address(2)))
    }

    @Test("from any number of addresses take a bounded table, in which the newest stay")
    func bounded() throws {
        let limits = FailureLimits(remembered: 4) { .seconds(100) }
        for number in 0..<200 {
            let newest = try Self.address(number)
            for _ in 0..<8 { #expect(limits.admits("radial/A", from: newest)) }
            #expect(!limits.admits("radial/A", from: newest))
            #expect(limits.count <= 4)
        }
    }

    @Test(
        "over the limit get busy, and cost no check; a known one is served")
    func overTheLimit() async throws {
        let limits = FailureLimits { .seconds(100) }
        let checks = PasswordVerifier(limits: limits)
        let hash = try ScryptHash(of: "tulips-and-roses")
        let (one, other) = (try Self.address(1), try Self.address(2))
        func check(_ secret: String, _ address: ClientAddress) async -> Bool? {
            await checks.matches([hash], secret, of: "radial/A", from: address)
        }
        #expect(await check("tulips-and-roses", one) == true)
        for number in 0..<8 { #expect(await check("wrong word \(number)", one) == false) }
        #expect(await check("wrong word 8", one) == nil)
        #expect(await check("wrong word 0", one) == false, "it is known to be wrong")
        #expect(await check("tulips-and-roses", one) == true)
        #expect(await check("wrong word 8", other) == false)
        let nobody = try Self.address(3)
        for number in 0..<8 {
            let said = await checks.spend(on: "wrong word \(number)", of: "radial/N", from: nobody)
            #expect(said == false)
        }
        #expect(await checks.spend(on: "wrong word 8", of: "radial/N", from: nobody) == nil)
    }

    @Test("no constant word is the secret of a client that does not exist")
    func decoy() async throws {
        let checks = PasswordVerifier()
        for _ in 0..<2 {
            let said = await checks.spend(
                on: "no one's secret", of: "radial/nobody", from: ClientAddress(nil))
            #expect(said == false)
        }
        #expect(ScryptHash.ofNothing() != ScryptHash.ofNothing())
    }

    @Test("secrets of one client share a salt, and those with salts of their own still work")
    func salts() throws {
        let first = try ScryptHash(of: "the first secret")
        let second = try ScryptHash(of: "the second secret", salt: first.salt)
        let older = try ScryptHash(of: "an older secret")
        #expect(second.salt == first.salt && older.salt != first.salt)
        let all = [older, first, second]
        for (secret, hash) in [
            ("the first secret", first), ("the second secret", second), ("an older secret", older),
        ] {
            #expect(ScryptHash.firstMatch(of: secret, among: all) == hash)
        }
        #expect(ScryptHash.firstMatch(of: "a wrong secret", among: all) == nil)
    }
}
