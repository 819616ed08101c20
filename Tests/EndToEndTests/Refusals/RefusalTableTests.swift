import ApplePayToken
import Foundation
import Testing
import TokenFixtures

@Suite("Every message of docs/reference/refusals", .timeLimit(.minutes(20)))
struct RefusalTableTests {
    @Test("merchants, clients and cards: exit status 65", arguments: RefusalRow.merchants)
    func merchants(_ row: RefusalRow) async throws {
        try await row.expectRefusal(in: .merchants)
    }

    @Test("certificates from Apple: exit status 65", arguments: RefusalRow.certificates)
    func certificates(_ row: RefusalRow) async throws {
        try await row.expectRefusal(in: .certificates)
    }

    @Test("PKCS#12 files: exit status 65", arguments: RefusalRow.pkcs12)
    func pkcs12(_ row: RefusalRow) async throws {
        try await row.expectRefusal(in: .pkcs12)
    }

    @Test("lines and routes: exit status 65", arguments: RefusalRow.lines)
    func lines(_ row: RefusalRow) async throws {
        try await row.expectRefusal(in: .lines)
    }

    @Test("endpoints of events: exit status 65", arguments: RefusalRow.webhooks)
    func webhooks(_ row: RefusalRow) async throws {
        try await row.expectRefusal(in: .webhooks)
    }

    @Test("tokens: exit status 65, and the verdict as JSON", arguments: TokenRefusalRow.all)
    func tokens(_ row: TokenRefusalRow) async throws {
        try await row.expectRefusal()
    }

    @Test("the relay: the HTTP status of the page", arguments: RelayRefusalRow.all)
    func relay(_ row: RelayRefusalRow) async throws {
        try await row.expectRefusal()
    }

    @Test("the sandbox's tokens: HTTP 400, or 500 if the simulator is at fault")
    func sandbox() async throws {
        try await RunningServer.lend { server in
            for row in MintRefusalRow.all { try await row.expectRefusal(by: server) }
            let root = "\(server.folder)/simulator/root.cert.pem"
            let pem = try Data(contentsOf: URL(filePath: root))
            try Data("damaged".utf8).write(to: URL(filePath: root))
            let reply = try await RelayApp(server: server).mint(MintRefusalRow.good)
            try MintRefusalRow.expect(reply, 500, "simulator-unusable")
            try pem.write(to: URL(filePath: root))
        }
    }

    @Test("the tables and the page have the same codes", arguments: RefusalPage.Section.allCases)
    func complete(_ section: RefusalPage.Section) throws {
        let codes: Set<String> =
            switch section {
            case .merchants: Set(RefusalRow.merchants.map(\.code))
            case .certificates: Set(RefusalRow.certificates.map(\.code))
            case .pkcs12: Set(RefusalRow.pkcs12.map(\.code))
            case .tokens: Set(Refusal.all.map(\.error.code)).subtracting(TokenRefusalRow.ofServers)
            case .backups: Set(AlteredBackupTests.Change.all.map(\.code))
            case .lines: Set(RefusalRow.lines.map(\.code))
            case .webhooks: Set(RefusalRow.webhooks.map(\.code))
            case .relay: Set(RelayRefusalRow.all.map(\.code))
            case .sandbox:
                Set(MintRefusalRow.all.map(\.code)).subtracting(MintRefusalRow.ofJSON)
                    .union(["simulator-unusable"])
            case .sandboxSessions: Set(SessionDeviceTests.rows.map(\.code))
            case .sessions:
                Set(SessionRefusalRow.all.map(\.refusal.code)).union(SessionRefusalRow.elsewhere)
            case .orders: Set(OrderRefusalRow.all.map(\.code))
            case .doctor:
                Set(DoctorRow.all.flatMap(\.findings).map(\.rawValue))
                    .union(FolderCase.all.flatMap(\.conditions).map(\.rawValue))
            }
        #expect(codes == (try RefusalPage.codes(in: section)))
    }

    @Test("every section of the page has a table")
    func sections() throws {
        let titles = Set(try RefusalPage.texts.get().keys)
        #expect(titles == Set(RefusalPage.Section.allCases.map(\.rawValue)))
    }
}
