import Foundation

/// A PostgreSQL server, its own benchmark, and places for books in it.
struct BenchPostgreSQL {
    /// Where a database is that may be filled.
    let url: String
    /// Where PostgreSQL's programs are.
    let programs: String

    /// Tables for `pgbench`: so many rows that no two clients wait for one.
    func prepare() throws {
        _ = try BenchCommand.run(programs + "/pgbench", ["-i", "-q", "-s", "10", url])
        _ = try psql("CHECKPOINT", in: url)
    }

    /// How pgbench gives its statements to the server.
    enum Mode: String, CaseIterable {
        /// As text each time, which it does unless told otherwise.
        case simple
        /// Prepared once, which is faster.
        case prepared
    }

    /// Transactions in a second of one UPDATE by key, one SELECT, one INSERT, and COMMIT.
    ///
    /// Source: PostgreSQL, pgbench, "simple-update".
    func simpleUpdates(_ mode: Mode, clients: Int, seconds: Int) throws -> Double {
        // A number and no time: its clock is a signal, which the threads here have blocked.
        let rough = try simpleUpdates(mode, clients: clients, each: 300)
        return try simpleUpdates(
            mode, clients: clients, each: max(300, Int(rough) * seconds / max(clients, 1)))
    }

    private func simpleUpdates(
        _ mode: Mode, clients: Int, each count: Int
    ) throws -> Double {
        let text = try BenchCommand.run(
            programs + "/pgbench",
            [
                "-n", "-N", "-M", mode.rawValue, "-c", "\(clients)", "-j", "2", "-t",
                "\(count)", url,
            ])
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
            let rate = line.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else { throw BenchError.commandFailed(text) }
        return rate
    }

    /// The URL of a new place for books.
    func newPlace() throws -> String {
        let schema = "bench_" + UUID().uuidString.filter { $0 != "-" }.lowercased()
        _ = try psql("CREATE SCHEMA \(schema)", in: url)
        return url + (url.contains("?") ? "&" : "?") + "options=-csearch_path%3D\(schema)"
    }

    /// What a statement's answer is, as text.
    func psql(_ sql: String, in place: String) throws -> String {
        try BenchCommand.run(programs + "/psql", ["-X", "-A", "-t", "-q", "-c", sql, place])
    }

    /// The folder of the newest PostgreSQL of this system.
    static func newestPrograms() -> String {
        let root = "/usr/lib/postgresql"
        // Where there is none, the programs are looked for by their names alone.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap { Int($0) }.max()
        return newest.map { "\(root)/\($0)/bin" } ?? "/usr/bin"
    }
}
