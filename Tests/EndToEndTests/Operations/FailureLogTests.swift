import Testing

@testable import CosterServer

@Suite("A failure that repeats", .timeLimit(.minutes(20)))
struct FailureLogTests {
    @Test("is logged when it begins, when its reason changes, and once a minute")
    func lines() {
        let log = FailureLog()
        let rows: [(second: Int, work: String, reason: String, isLogged: Bool)] = [
            (0, "settle", "unavailable", true), (1, "settle", "unavailable", false),
            (59, "settle", "unavailable", false), (60, "settle", "unavailable", true),
            (61, "settle", "corrupt", true), (62, "settle", "corrupt", false),
            (62, "watch", "corrupt", true), (63, "watch", "corrupt", false),
            (122, "settle", "corrupt", true),
        ]
        for row in rows {
            let isLogged = log.isDue(row.work, reason: row.reason, at: .seconds(row.second))
            #expect(isLogged == row.isLogged, "\(row)")
        }
        log.end("settle")
        #expect(log.isDue("settle", reason: "corrupt", at: .seconds(123)))
        #expect(!log.isDue("watch", reason: "corrupt", at: .seconds(120)))
    }
}
