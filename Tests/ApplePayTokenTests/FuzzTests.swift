import ApplePayToken
import AppleSimulator
import PaymentDomain
import Testing

@Suite("Random damage")
struct FuzzTests {
    @Test("damaged JSON never traps, and what opens is the token that was signed")
    func damagedJSON() async throws {
        let world = try World.shared()
        let json = Array(try world.token().json.utf8)
        var damage = Damage(seed: UInt64.random(in: .min ... .max))
        for _ in 0..<3000 {
            await expectRefused(.json(damage.applied(to: json)), world, damage.note)
        }
    }

    @Test(
        "a damaged signature never traps and never verifies",
        arguments: SimulatedTokenVersion.allCases)
    func damagedSignature(_ version: SimulatedTokenVersion) async throws {
        let world = try World.shared()
        let token = try world.token(world.order(version: version))
        var damage = Damage(seed: UInt64.random(in: .min ... .max))
        for _ in 0..<3000 {
            var damaged = token
            damaged.parts.signature = damage.applied(to: token.parts.signature)
            guard damaged.parts.signature != token.parts.signature else { continue }
            await expectRefused(.fields(damaged.fields), world, damage.note, always: true)
        }
    }

    @Test("a signature cut short anywhere is refused")
    func cutSignature() async throws {
        let world = try World.shared()
        let token = try world.token()
        for count in 0..<token.parts.signature.count {
            var cut = token
            cut.parts.signature = Array(token.parts.signature.prefix(count))
            await expectRefused(.fields(cut.fields), world, "\(count) bytes", always: true)
        }
    }

    @Test("a flipped bit in any byte of the signature is noticed")
    func singleBits() async throws {
        let world = try World.shared()
        let token = try world.token()
        for position in token.parts.signature.indices {
            let bit = UInt8(Int.random(in: 0..<8))
            var flipped = token
            flipped.parts.signature[position] ^= 1 << bit
            let note = "byte \(position), bit \(bit)"
            await expectRefused(.fields(flipped.fields), world, note, always: true)
        }
    }

    @Test("a damaged plaintext under a good signature never traps")
    func damagedPlaintext() async throws {
        let world = try World.shared()
        var damage = Damage(seed: UInt64.random(in: .min ... .max))
        let plaintext = Plaintext().bytes
        for _ in 0..<300 {
            let damaged = damage.applied(to: plaintext)
            let token = try world.token { $0.plaintext = damaged }
            do {
                _ = try await world.open(.fields(token.fields))
            } catch is PaymentTokenError {
                continue
            } catch {
                Issue.record("\(error) after \(damage.note)")
            }
        }
    }

    /// Expects a refusal; damage that changes nothing (white space, an unknown key) may open to the
    /// same amount.
    private func expectRefused(
        _ payload: ApplePayPayload, _ world: World, _ note: String, always: Bool = false
    ) async {
        do {
            let opened = try await world.open(payload)
            #expect(!always, "accepted after \(note)")
            #expect(opened.amount == world.amount, "changed by \(note)")
        } catch {
            #expect(error is PaymentTokenError, "\(note)")
        }
    }
}

/// Damages bytes at random; the seed is printed with a failure, so that it can be had again.
struct Damage {
    let seed: UInt64
    private var state: UInt64
    private(set) var round = 0

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// What to say where this damage went undetected.
    var note: String { "seed \(seed), round \(round)" }

    /// One to three small changes.
    mutating func applied(to bytes: [UInt8]) -> [UInt8] {
        round += 1
        var bytes = bytes
        for _ in 0...below(3) {
            let position = below(max(1, bytes.count))
            guard position < bytes.count else { continue }
            switch below(6) {
            case 0: bytes[position] ^= 1 << UInt8(below(8))
            case 1: bytes[position] = UInt8(below(256))
            case 2: bytes.remove(at: position)
            case 3: bytes.insert(UInt8(below(256)), at: position)
            case 4: bytes.removeSubrange(position..<min(bytes.count, position + below(64)))
            default:
                let end = min(bytes.count, position + below(32))
                bytes.insert(contentsOf: bytes[position..<end], at: below(bytes.count))
            }
        }
        return bytes
    }

    private mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// SplitMix64, by Sebastiano Vigna.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
