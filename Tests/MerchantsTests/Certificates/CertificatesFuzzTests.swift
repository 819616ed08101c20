import PaymentDomain
import SeededRandom
import Testing

@testable import Merchants

@Suite("Damaged certificates and PKCS#12 files", .timeLimit(.minutes(5)))
struct CertificatesFuzzTests {
    @Test(
        "a damaged certificate never traps, whatever is checked", arguments: KeyAlgorithm.allCases)
    func certificates(_ algorithm: KeyAlgorithm) throws {
        let fixture = try CertificatesFixture.shared.get()
        let good = try fixture.certificate(algorithm)
        let check = try fixture.check()
        var noise = SeededGenerator.printed()
        for round in 0..<1500 {
            let file = noise.damaged(good)
            let (certificate, problems) = check.read(file, at: CertificatesFixture.now)
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
        let fixture = try CertificatesFixture.shared.get()
        let good = try fixture.certificate(algorithm)
        let check = try fixture.check()
        // The issuer's signature is an ECDSA one, the last BIT STRING: no unused bits, a SEQUENCE.
        let place = try #require(
            good.indices.last { good[$0...].starts(with: [0x00, 0x30]) && good[$0 - 2] == 0x03 })
        for count in UInt8(1)...7 {
            var file = good
            file[place] = count
            file[file.count - 1] &= 0xFF << count
            let (certificate, problems) = check.read(file, at: CertificatesFixture.now)
            #expect(certificate == nil || !problems.isEmpty, "\(count)")
        }
    }

    @Test("a damaged PEM never traps")
    func pem() throws {
        let fixture = try CertificatesFixture.shared.get()
        let good = Array(pemText(try fixture.certificate()).utf8)
        let check = try fixture.check()
        var noise = SeededGenerator.printed()
        for _ in 0..<400 { _ = check.read(noise.damaged(good), at: CertificatesFixture.now) }
    }

    @Test("a damaged PKCS#12 file never traps and never ends the process")
    func pkcs12() throws {
        let fixture = try CertificatesFixture.shared.get()
        let good = try fixture.pkcs12()
        var noise = SeededGenerator.printed()
        for round in 0..<60 {
            expectSafe(noise.damaged(good), "seed \(noise.seed), round \(round)", fixture)
        }
    }

    @Test("damage below a right seal goes deep, and still never ends the process")
    func sealed() throws {
        let fixture = try CertificatesFixture.shared.get()
        let certificate = Bags.certificate(try fixture.certificate())
        let good = Bags.sequence([
            Bags.data(Bags.sequence([Bags.key(fixture.ec.privateKey)])),
            try Bags.encrypted(Bags.sequence([certificate])),
        ])
        var noise = SeededGenerator.printed()
        for round in 0..<700 {
            let file = Bags.file(noise.damaged(good))
            expectSafe(file, "seed \(noise.seed), round \(round)", fixture)
        }
    }

    @Test(
        "damage below the seal of an exported file reaches the ciphers, and ends no process",
        arguments: KeyAlgorithm.allCases)
    func resealed(_ algorithm: KeyAlgorithm) throws {
        let fixture = try CertificatesFixture.shared.get()
        let good = try PKCS12Layout(try fixture.pkcs12(algorithm)).content
        var noise = SeededGenerator.printed()
        for round in 0..<250 {
            let file = Bags.file(noise.damaged(good))
            expectSafe(file, "seed \(noise.seed), round \(round)", fixture)
        }
    }

    @Test("damage below the encryption goes deeper, and still never ends the process")
    func encrypted() throws {
        let fixture = try CertificatesFixture.shared.get()
        let key = Bags.data(Bags.sequence([Bags.key(fixture.ec.privateKey)]))
        let good = Bags.sequence([Bags.certificate(try fixture.certificate())])
        var noise = SeededGenerator.printed()
        for round in 0..<400 {
            let file = Bags.file([key, try Bags.encrypted(noise.damaged(good))])
            expectSafe(file, "seed \(noise.seed), round \(round)", fixture)
        }
    }

    private func expectSafe(_ file: [UInt8], _ note: String, _ fixture: CertificatesFixture) {
        do {
            let opened = try PKCS12File.open(file, password: CertificatesFixture.password)
            let keys = [fixture.ec.publicKeyHash, fixture.rsa.publicKeyHash]
            #expect(keys.contains(opened.publicKeyHash), "\(note)")
        } catch {
            // Refused, which is what damage deserves.
        }
    }
}
