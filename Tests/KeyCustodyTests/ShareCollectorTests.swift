import CardVault
import PaymentDomain
import Testing

@testable import KeyCustody

@Suite("Collecting shares", .timeLimit(.minutes(5)))
struct ShareCollectorTests {
    private let master = MasterKey.made()
    private let shares: [KeyShare]
    private let commitments: ShareCommitments

    init() throws {
        shares = try KeyShare.split(master, into: 5, threshold: 3)
        commitments = try #require(ShareCommitments(shares, of: master))
    }

    private func text(_ index: Int) -> String { ShareText.text(of: shares[index - 1]) }

    @Test("it says how many are missing, and gives the key at the threshold")
    func collects() throws {
        var collector = ShareCollector(sets: [commitments])
        guard case .taken(1, missing: 2) = try collector.take(text(5)),
            case .taken(2, missing: 1) = try collector.take(text(2)),
            case .complete(let found) = try collector.take(text(4))
        else {
            Issue.record("the third share gives the key, and none before it")
            return
        }
        #expect(found.id == master.id)
    }

    @Test("a share that isn't the one of its number is named as wrong, and the others still count")
    func wrongShares() throws {
        var collector = ShareCollector(sets: [commitments])
        _ = try collector.take(text(1))
        for change in [0, 31] {
            var bytes = shares[1].bytes
            bytes[change] ^= 1
            let wrong = share(2, bytes: bytes)
            #expect(throws: ShareError.wrong(index: 2)) {
                try collector.take(ShareText.text(of: wrong))
            }
        }
        #expect(throws: ShareError.wrong(index: 4)) {
            try collector.take(share(4, bytes: shares[1].bytes))
        }
        let easier = KeyShare(
            setID: shares[1].setID, index: 2, threshold: 2, count: 5, bytes: shares[1].bytes)
        #expect(throws: ShareError.wrong(index: 2)) { try collector.take(easier) }
        guard case .taken(2, missing: 1) = try collector.take(text(2)) else {
            Issue.record("the right share counts after the wrong ones")
            return
        }
    }

    @Test("a share of another set, one given twice and one mistyped are each named so")
    func otherRefusals() throws {
        var collector = ShareCollector(sets: [commitments])
        _ = try collector.take(text(3))
        let others = try KeyShare.split(master, into: 5, threshold: 3)
        #expect(throws: ShareError.ofAnotherSet) { try collector.take(others[0]) }
        #expect(throws: ShareError.givenTwice(index: 3)) { try collector.take(text(3)) }
        #expect(throws: ShareError.mistyped) { try collector.take(text(4).dropLast() + "") }
        guard case .taken(2, missing: 1) = try collector.take(text(4)) else {
            Issue.record("what was refused changed nothing")
            return
        }
    }

    @Test("if the database knows two sets, the shares of each count for its own key")
    func twoSets() throws {
        let next = MasterKey.made()
        let others = try KeyShare.split(next, into: 3, threshold: 2)
        let second = try #require(ShareCommitments(others, of: next))
        var collector = ShareCollector(sets: [commitments, second])
        _ = try collector.take(text(1))
        _ = try collector.take(text(2))
        guard case .taken(1, missing: 1) = try collector.take(others[2]),
            case .complete(let found) = try collector.take(others[0])
        else {
            Issue.record("two shares of the second set give its key")
            return
        }
        #expect(found.id == next.id)
    }

    @Test("shares that give another key than the database names don't pass for it")
    func anotherKey() throws {
        let renamed = ShareCommitments(
            setID: commitments.setID, masterID: MasterKey.made().id,
            threshold: commitments.threshold, entries: commitments.entries)
        var collector = ShareCollector(sets: [renamed])
        _ = try collector.take(text(1))
        _ = try collector.take(text(2))
        #expect(throws: ShareError.anotherKey) { try collector.take(text(3)) }
    }

    @Test("commitments are 32 bytes, all different, and none is a share")
    func commitmentsDiffer() {
        #expect(Set(commitments.entries.map(\.commitment)).count == 5)
        #expect(commitments.entries.allSatisfy { $0.commitment.count == 32 })
        #expect(Set(commitments.entries.map(\.commitment)).isDisjoint(with: shares.map(\.bytes)))
        #expect(commitments.masterID == master.id)
    }

    private func share(_ index: Int, bytes: [UInt8]) -> KeyShare {
        KeyShare(
            setID: shares[0].setID, index: index, threshold: 3, count: 5, bytes: bytes)
    }
}
