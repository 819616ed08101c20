import ApplePayToken
import AppleSimulator
import PaymentDomain
import SeededRandom
import Testing
import TokenFixtures

@Suite("Random damage", .timeLimit(.minutes(5)))
struct FuzzTests {
    @Test("damaged JSON never traps, and what opens is the token that was signed")
    func damagedJSON() async throws {
        let fixture = try TokenFixture.shared()
        let json = Array(try fixture.token().json.utf8)
        var generator = SeededGenerator.printed()
        for round in 0..<3000 {
            await expectRefused(
                .json(generator.damaged(json)), fixture, "seed \(generator.seed), round \(round)")
        }
    }

    @Test(
        "a damaged signature never traps and never verifies",
        arguments: SimulatedTokenVersion.allCases)
    func damagedSignature(_ version: SimulatedTokenVersion) async throws {
        let fixture = try TokenFixture.shared()
        let token = try fixture.token(fixture.order(version: version))
        var generator = SeededGenerator.printed()
        for round in 0..<3000 {
            var damaged = token
            damaged.parts.signature = generator.damaged(token.parts.signature)
            guard damaged.parts.signature != token.parts.signature else { continue }
            await expectRefused(
                .fields(damaged.fields), fixture, "seed \(generator.seed), round \(round)",
                always: true)
        }
    }

    @Test("a signature cut short anywhere is refused")
    func cutSignature() async throws {
        let fixture = try TokenFixture.shared()
        let token = try fixture.token()
        for count in 0..<token.parts.signature.count {
            var cut = token
            cut.parts.signature = Array(token.parts.signature.prefix(count))
            await expectRefused(.fields(cut.fields), fixture, "\(count) bytes", always: true)
        }
    }

    @Test("a flipped bit in any byte of the signature is noticed")
    func singleBits() async throws {
        let fixture = try TokenFixture.shared()
        let token = try fixture.token()
        for position in token.parts.signature.indices {
            let bit = UInt8(Int.random(in: 0..<8))
            var flipped = token
            flipped.parts.signature[position] ^= 1 << bit
            let note = "byte \(position), bit \(bit)"
            await expectRefused(.fields(flipped.fields), fixture, note, always: true)
        }
    }

    @Test("a damaged plaintext under a good signature never traps")
    func damagedPlaintext() async throws {
        let fixture = try TokenFixture.shared()
        var generator = SeededGenerator.printed()
        let plaintext = Plaintext().bytes
        for round in 0..<300 {
            let damaged = generator.damaged(plaintext)
            let token = try fixture.token { $0.plaintext = damaged }
            do {
                _ = try await fixture.open(.fields(token.fields))
            } catch is PaymentTokenError {
                continue
            } catch {
                Issue.record("\(error) after seed \(generator.seed), round \(round)")
            }
        }
    }

    /// Expects a refusal; damage that changes nothing (white space, an unknown key) may open to the
    /// same amount.
    private func expectRefused(
        _ payload: ApplePayPayload, _ fixture: TokenFixture, _ note: String, always: Bool = false
    ) async {
        do {
            let opened = try await fixture.open(payload)
            #expect(!always, "accepted after \(note)")
            #expect(opened.amount == fixture.amount, "changed by \(note)")
        } catch {
            #expect(error is PaymentTokenError, "\(note)")
        }
    }
}
