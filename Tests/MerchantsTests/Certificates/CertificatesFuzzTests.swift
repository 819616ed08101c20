import PaymentDomain
import Testing

@testable import Merchants

@Suite("Damaged certificates and PKCS#12 files")
struct CertificatesFuzzTests {
    @Test(
        "a damaged certificate never traps, whatever is checked", arguments: KeyAlgorithm.allCases)
    func certificates(_ algorithm: KeyAlgorithm) throws {
        let world = try CertificatesWorld.shared.get()
        let good = try world.certificate(algorithm)
        let check = try world.check()
        var noise = Noise(seed: UInt64.random(in: .min ... .max))
        for round in 0..<1500 {
            let file = noise.damage(good)
            let (certificate, problems) = check.read(file, at: CertificatesWorld.now)
            // What still passes must be signed, so it can only be the same certificate.
            if problems.isEmpty {
                #expect(certificate?.der == good, "seed \(noise.seed), round \(round)")
            }
        }
    }

    @Test(
        "a signature that counts unused bits is another encoding, and refused",
        arguments: KeyAlgorithm.allCases)
    func unusedBits(_ algorithm: KeyAlgorithm) throws {
        let world = try CertificatesWorld.shared.get()
        let good = try world.certificate(algorithm)
        let check = try world.check()
        // The issuer's signature is an ECDSA one, the last BIT STRING: no unused bits, a SEQUENCE.
        let place = try #require(
            good.indices.last { good[$0...].starts(with: [0x00, 0x30]) && good[$0 - 2] == 0x03 })
        for count in UInt8(1)...7 {
            var file = good
            file[place] = count
            file[file.count - 1] &= 0xFF << count
            let (certificate, problems) = check.read(file, at: CertificatesWorld.now)
            #expect(certificate == nil || !problems.isEmpty, "\(count)")
        }
    }

    @Test("a damaged PEM never traps")
    func pem() throws {
        let world = try CertificatesWorld.shared.get()
        let good = Array(pemText(try world.certificate()).utf8)
        let check = try world.check()
        var noise = Noise(seed: UInt64.random(in: .min ... .max))
        for _ in 0..<400 { _ = check.read(noise.damage(good), at: CertificatesWorld.now) }
    }

    @Test("a damaged PKCS#12 file never traps and never ends the process")
    func pkcs12() throws {
        let world = try CertificatesWorld.shared.get()
        let good = try world.pkcs12()
        var noise = Noise(seed: UInt64.random(in: .min ... .max))
        for round in 0..<60 {
            expectSafe(noise.damage(good), "seed \(noise.seed), round \(round)", world)
        }
    }

    @Test("damage below a right seal goes deep, and still never ends the process")
    func sealed() throws {
        let world = try CertificatesWorld.shared.get()
        let certificate = Bags.certificate(try world.certificate())
        let good = Bags.sequence([
            Bags.data(Bags.sequence([Bags.key(world.ec.privateKey)])),
            try Bags.encrypted(Bags.sequence([certificate])),
        ])
        var noise = Noise(seed: UInt64.random(in: .min ... .max))
        for round in 0..<700 {
            let file = Bags.file(noise.damage(good))
            expectSafe(file, "seed \(noise.seed), round \(round)", world)
        }
    }

    @Test(
        "damage below the seal of an exported file reaches the ciphers, and ends no process",
        arguments: KeyAlgorithm.allCases)
    func resealed(_ algorithm: KeyAlgorithm) throws {
        let world = try CertificatesWorld.shared.get()
        let good = try PKCS12Layout(try world.pkcs12(algorithm)).content
        var noise = Noise(seed: UInt64.random(in: .min ... .max))
        for round in 0..<250 {
            let file = Bags.file(noise.damage(good))
            expectSafe(file, "seed \(noise.seed), round \(round)", world)
        }
    }

    @Test("damage below the encryption goes deeper, and still never ends the process")
    func encrypted() throws {
        let world = try CertificatesWorld.shared.get()
        let key = Bags.data(Bags.sequence([Bags.key(world.ec.privateKey)]))
        let good = Bags.sequence([Bags.certificate(try world.certificate())])
        var noise = Noise(seed: UInt64.random(in: .min ... .max))
        for round in 0..<400 {
            let file = Bags.file([key, try Bags.encrypted(noise.damage(good))])
            expectSafe(file, "seed \(noise.seed), round \(round)", world)
        }
    }

    private func expectSafe(_ file: [UInt8], _ note: String, _ world: CertificatesWorld) {
        do {
            let opened = try PKCS12File.open(file, password: CertificatesWorld.password)
            let keys = [world.ec.publicKeyHash, world.rsa.publicKeyHash]
            #expect(keys.contains(opened.publicKeyHash), "\(note)")
        } catch {
            // Refused, which is what damage deserves.
        }
    }
}

/// Damages bytes at random.
///
/// The seed is printed at once, because a process that traps says nothing afterwards.
struct Noise {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        self.seed = seed
        state = seed
        print("damage with seed \(seed)")
    }

    /// One to three changes.
    mutating func damage(_ good: [UInt8]) -> [UInt8] {
        var bytes = good
        for _ in 0...below(3) where !bytes.isEmpty {
            let position = below(bytes.count)
            switch below(5) {
            case 0, 1: bytes[position] ^= 1 << UInt8(below(8))
            case 2: bytes[position] = UInt8(below(256))
            case 3: bytes.removeSubrange(position..<min(bytes.count, position + below(40)))
            default: bytes.insert(UInt8(below(256)), at: position)
            }
        }
        return bytes
    }

    private mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// A linear congruential generator with Knuth's numbers, and its upper bits mixed down.
    private mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 29
    }
}
