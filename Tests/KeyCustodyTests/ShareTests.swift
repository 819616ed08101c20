import CardVault
import PaymentDomain
import Testing

@testable import KeyCustody

@Suite("A master key in shares", .timeLimit(.minutes(5)))
struct ShareTests {
    @Test("the field's product is that of polynomials of bits, and each element has an inverse")
    func field() {
        // Known values: FIPS 197, 4.2 and 4.2.1.
        #expect(GF256.product(0x57, 0x83) == 0xC1)
        #expect(GF256.product(0x57, 0x13) == 0xFE)
        for element in UInt8(1)...255 {
            #expect(GF256.product(element, GF256.inverse(element)) == 1)
            #expect(GF256.product(element, 1) == element)
        }
        #expect(GF256.inverse(0) == 0)
    }

    @Test(
        "every so many shares as the threshold says give the key, in whatever order",
        arguments: [(2, 2), (2, 3), (3, 5), (5, 5), (4, 7), (16, 16)])
    func joins(threshold: Int, count: Int) throws {
        let master = MasterKey.made()
        let shares = try KeyShare.split(master, into: count, threshold: threshold)
        #expect(shares.map(\.index) == Array(1...count))
        for chosen in choices(of: threshold, from: shares) {
            #expect(try KeyShare.joined(chosen).id == master.id)
            #expect(try KeyShare.joined(chosen.reversed()).id == master.id)
        }
    }

    @Test("fewer shares than the threshold give another key")
    func tooFew() throws {
        let master = MasterKey.made()
        let shares = try KeyShare.split(master, into: 5, threshold: 3)
        for chosen in choices(of: 2, from: shares) {
            #expect(try KeyShare.joined(chosen).id != master.id)
        }
    }

    @Test("two shares of three reveal nothing: each byte of the key fits them with one third share")
    func revealNothing() {
        for (first, second) in [(UInt8(0), UInt8(0)), (0x4F, 0xA1), (255, 1)] {
            var secrets: Set<UInt8> = []
            for third in UInt8.min...UInt8.max {
                secrets.insert(
                    GF256.valueAtZero(through: [(1, first), (4, second), (5, third)]))
            }
            #expect(secrets.count == 256)
        }
    }

    @Test(
        "there are 2 to 16 shares, and 2 or more of them give the key",
        arguments: [(1, 1), (1, 5), (0, 5), (6, 5), (3, 17), (2, 1), (-1, -1)])
    func counts(threshold: Int, count: Int) {
        #expect(throws: ShareError.badCounts) {
            try KeyShare.split(MasterKey.made(), into: count, threshold: threshold)
        }
    }

    @Test("two splittings of one key have no share in common")
    func splittings() throws {
        let master = MasterKey.made()
        let first = try KeyShare.split(master, into: 3, threshold: 2)
        let second = try KeyShare.split(master, into: 3, threshold: 2)
        #expect(first[0].setID != second[0].setID)
        #expect(Set(first.map(\.bytes)).isDisjoint(with: second.map(\.bytes)))
    }

    @Test("nothing of a share or of its collector prints")
    func prints() throws {
        let share = try KeyShare.split(MasterKey.made(), into: 3, threshold: 2)[1]
        var dumped = ""
        dump(share, to: &dumped)
        dump(ShareCollector(sets: []), to: &dumped)
        #expect(dumped == "- KeyShare(2)\n- ShareCollector\n")
    }

    private func choices(of count: Int, from shares: [KeyShare]) -> [[KeyShare]] {
        guard count > 0 else { return [[]] }
        return shares.indices.flatMap { index in
            choices(of: count - 1, from: Array(shares[(index + 1)...])).map {
                [shares[index]] + $0
            }
        }
    }
}
