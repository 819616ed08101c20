import LineContract
import PaymentDomain
import Testing

@testable import SandboxAcquirer

@Suite("The sandbox acquirer", .timeLimit(.minutes(5)))
struct ContractTests {
    @Test("keeps every line's contract", arguments: LineContract.Rule.allCases)
    func contract(_ rule: LineContract.Rule) async throws {
        let fixture = try await SandboxFixture()
        let contract = LineContract(
            fixture.acquirer, now: SandboxFixture.now, silent: "7100.01",
            row: { id in
                try await fixture.row(id).map { row in
                    let left = row.held - row.captured - row.released
                    return LineContract.Row(
                        left: row.isReversed ? 0 : left, captured: row.captured,
                        refunded: row.refunded)
                }
            }, requests: { try await fixture.database.rows().count })
        try await contract.check(rule)
    }
}
