import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

/// Who hears what of an operation, and whether it is accepted then.
struct AcceptedRow: Sendable, CustomTestStringConvertible {
    let title: String
    let isSale: Bool
    let isAccepted: Bool
    let steps: [Step]

    var testDescription: String { title }

    enum Step: Sendable {
        /// The acquirer was silent: the message is put off by whoever has it.
        case silence
        /// A worker takes the message.
        case leased
        case refused
        case confirmed
    }

    static let all = [
        AcceptedRow("a request that waits for its answer", false, false, []),
        AcceptedRow("a request without an answer in time", false, true, [.silence]),
        AcceptedRow("a request that is refused at once", false, false, [.refused]),
        AcceptedRow("a request that is confirmed at once", false, false, [.confirmed]),
        AcceptedRow("a worker has the message, and hasn't sent it", false, false, [.leased]),
        AcceptedRow("a worker's silent try", false, true, [.leased, .silence]),
        AcceptedRow("a refusal that a worker hears", false, true, [.leased, .refused]),
        AcceptedRow("a confirmation that a worker hears", false, false, [.leased, .confirmed]),
        AcceptedRow("a sale without an answer in time", true, true, [.silence]),
        AcceptedRow(
            "a sale that is refused after its client heard that it stands", true, true,
            [.silence, .leased, .refused]),
        AcceptedRow(
            "a worker's silent try of a sale whose client heard nothing", true, false,
            [.leased, .silence]),
        AcceptedRow(
            "a refusal of a sale whose client heard nothing", true, false, [.leased, .refused]),
    ]

    private init(_ title: String, _ isSale: Bool, _ isAccepted: Bool, _ steps: [Step]) {
        self.title = title
        self.isSale = isSale
        self.isAccepted = isAccepted
        self.steps = steps
    }
}

@Suite("An operation is accepted", .timeLimit(.minutes(5)), .onBothDatabases)
struct AcceptedTests {
    private let fixture: StoreFixture
    private let later = StoreFixture.now.adding(seconds: 120)

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("once its client heard that it is final", arguments: AcceptedRow.all)
    func accepted(_ row: AcceptedRow) async throws {
        var delivery = try await requested(isSale: row.isSale)
        for step in row.steps {
            switch step {
            case .silence:
                #expect(
                    try await fixture.store.postpone(delivery, until: later, at: StoreFixture.now))
            case .leased: delivery = try #require(try await fixture.due().first)
            case .refused: #expect(try await fixture.conclude(delivery, refusal: .doNotHonor))
            case .confirmed: #expect(try await fixture.conclude(delivery))
            }
        }
        let isAccepted = try await fixture.store.read { db in
            try db.first("SELECT accepted FROM operations") { try $0.integer() != 0 }
        }
        #expect(isAccepted == row.isAccepted)
    }

    private func requested(isSale: Bool) async throws -> Delivery {
        guard !isSale else { return try await fixture.sale().capture }
        let capture = try StoreFixture.capture(400, of: try await fixture.approved())
        #expect(try await fixture.reserve(capture) == .reserved)
        return capture
    }
}
