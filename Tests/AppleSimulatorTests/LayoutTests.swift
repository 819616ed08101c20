import AppleSimulator
import PaymentDomain
import Testing

/// A genuine token, and the layout in which the simulator should have made it.
struct LayoutRow: CustomTestStringConvertible {
    let name: String
    let version: SimulatedTokenVersion
    let layout: SignatureLayout
    /// Whether the leaf is one of those issued until 2016.
    var isEarlyLeaf = false

    var testDescription: String { name }

    static let all = [
        LayoutRow(name: "gala-2014", version: .ecV1, layout: .year2014, isEarlyLeaf: true),
        LayoutRow(name: "source-instamed", version: .ecV1, layout: .year2014, isEarlyLeaf: true),
        LayoutRow(name: "source-radial", version: .ecV1, layout: .year2014, isEarlyLeaf: true),
        LayoutRow(name: "payu-2018", version: .ecV1, layout: .year2017, isEarlyLeaf: true),
        LayoutRow(name: "gala-2021", version: .ecV1, layout: .year2017),
        LayoutRow(name: "basis-theory-rsa", version: .rsaV1, layout: .current),
    ]
}

@Suite("The layout of the signature", .timeLimit(.minutes(5)))
struct LayoutTests {
    @Test(
        "a simulated signature has the shape of a genuine one, node by node",
        .enabled(if: GenuineToken.isAvailable, "the genuine tokens are not beside this repository"),
        arguments: LayoutRow.all)
    func shape(_ row: LayoutRow) throws {
        let genuine = try bytes(base64: try GenuineToken.named(row.name).signature)
        let device = try SimulatorFixture.shared.get().device
        var order = try order(.visa, row.version)
        order.layout = row.layout
        var recipe = try device.recipe(for: order)
        if row.isEarlyLeaf {
            var early = CertificateRecipe(.signer, subject: .ecSigner)
            early.hasEarlyOrder = true
            let leaf = try device.apple.intermediate.issueLeaf(early)
            recipe.cms.certificates[0] = leaf.certificateDER
            recipe.cms.signers = [CMSSignerParts(leaf, at: moment, layout: row.layout)]
        }
        let simulated = try device.make(recipe).parts.signature
        #expect(try Skeleton(simulated).lines == Skeleton(genuine).lines)
    }

    @Test("DER has no indefinite length and otherwise the same nodes")
    func definite() throws {
        let device = try SimulatorFixture.shared.get().device
        var recipe = try device.recipe(for: try order())
        let ber = try Skeleton(try device.make(recipe).parts.signature).lines
        recipe.cms.encoding = .der
        let der = try Skeleton(try device.make(recipe).parts.signature).lines
        #expect(ber.count { $0.hasSuffix("indefinite") } == 5)
        #expect(!der.contains { $0.hasSuffix("indefinite") })
        // The two certificates change places, so compare the nodes without their order.
        let plain = ber.map { $0.replacing(" indefinite", with: "") }
        #expect(plain.sorted() == der.sorted())
    }

    @Test("signing time is UTCTime through 2049 and GeneralizedTime from 2050")
    func signingTime() throws {
        let last = try #require(
            Timestamp(year: 2049, month: 12, day: 31, hour: 23, minute: 59, second: 59))
        let next = last.adding(seconds: 1)
        #expect(SimulatorDER.time(last) == [0x17, 0x0D] + Array("491231235959Z".utf8))
        #expect(SimulatorDER.time(next) == [0x18, 0x0F] + Array("20500101000000Z".utf8))
    }

    @Test("lengths take the shortest form", arguments: [0, 1, 127, 128, 255, 256, 65_536])
    func lengths(_ count: Int) throws {
        let node = SimulatorDER.octets([UInt8](repeating: 7, count: count))
        let header =
            switch count {
            case ..<128: [UInt8(count)]
            case ..<256: [0x81, UInt8(count)]
            case ..<65_536: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
            default: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
            }
        #expect(Array(node.prefix(1 + header.count)) == [0x04] + header)
        #expect(node.count == 1 + header.count + count)
    }
}
