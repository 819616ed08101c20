import Database

/// A connection that prepares statements once, and sends those that need no answer together.
///
/// One thread uses it at a time.
final class PostgreSQLConnection: SQLConnection {
    private let wire: LibPQConnection
    private let denials: PermissionErrors
    /// Whether nobody needs to ask again for what is refused now; see ``PostgreSQLDatabase/isBackground``.
    var isBackground = false
    /// Whether its transaction is a shared one, of which each change is made again by itself if it fails.
    var isShared = false
    /// Changes of neighbours that share a transaction, not yet sent; nil if there are none.
    var gathered: StatementBatch?
    /// Statements as they are for many.
    var forMany = StatementsForMany()
    /// The names under which the server knows our statements.
    private var names: [PreparedStatementKey: String] = [:]
    private var preparations = 0
    /// The statements that were sent and not yet answered, in this order.
    private var sent: [(expected: Sent, kept: PreparedStatementKey)] = []
    /// How many warnings came with the last answer.
    private var lastWarnings = 0
    /// The answers to questions that have come.
    var answersToQuestions: [LibPQResult] = []

    /// A statement with the types that it was prepared for.
    struct PreparedStatementKey: Hashable {
        let sql: String
        let types: [UInt32]
    }

    /// A message to the server, and what its answer must be.
    enum Sent {
        case preparation
        case statement
        case changeOfOne
        case question
    }

    /// Connects, and asks whether the server keeps our durability.
    ///
    /// - Parameters:
    ///   - denials: Gets the refusals that someone must repair.
    ///   - prepare: Is given the connection before any prepared statement.
    /// - Throws: ``PostgreSQLFailure`` or ``Database/SchemaError``.
    init(
        _ address: PostgreSQLAddress, denials: PermissionErrors = PermissionErrors(),
        prepare: (LibPQConnection) throws -> Void = { _ in }
    ) throws {
        self.denials = denials
        wire = try LibPQConnection(address)
        do {
            // A pooler takes connections at once, and answers none before it has one to the server for it.
            wire.patience = PostgreSQLLimits.connectMilliseconds
            try Session.begin(wire)
            wire.patience = PostgreSQLLimits.answerMilliseconds
        } catch let failure as PostgreSQLFailure {
            let reason = failure.reason ?? address.readable([wire.whyNothingBegan])
            throw PostgreSQLFailure.notConnected(reason: reason)
        }
        try prepare(wire)
        try wire.beginPipeline()
    }

    /// Whether it cannot be used for another transaction.
    var isBroken: Bool { wire.isBroken || !sent.isEmpty || !wire.isIdle }

    /// The socket; something to read on an idle one is mostly its end.
    var socket: Int32 { wire.socket }

    /// Takes what came to an idle connection; false where that was its end.
    func staysUsable() -> Bool {
        do {
            try wire.takeInput()
            return !isBroken
        } catch {
            return false
        }
    }

    @discardableResult
    func run(
        _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Bool
    ) throws -> Int {
        try sendGathered()
        try send(sql, values, .statement)
        guard let result = try answers() else { throw SQLError.corrupt }
        try result.eachRow(body)
        return result.changes
    }

    /// Sends the change; whether it was of one row is asked with the next statement that needs an
    /// answer, or before the commit.
    func changeOne(_ sql: String, _ values: [SQLValue]) throws {
        try sendGathered()
        try send(sql, values, .changeOfOne)
    }

    /// Sends the change; its answer may come with that to COMMIT, which the server skips if the change fails.
    ///
    /// Neighbours' changes of one form in a transaction are sent as one.
    func changeLater(_ sql: String, _ values: [SQLValue]) throws {
        guard gathered == nil else {
            gathered?.add(sql, values)
            return
        }
        try send(sql, values, .statement)
    }

    /// Holds a name by a lock of the server that ends with the transaction.
    ///
    /// Names that share a hash wait for each other, which harms no one.
    func hold(_ name: String, of owner: String) throws {
        try change(
            "SELECT pg_advisory_xact_lock(hashtextextended(?, hashtextextended(?, 0)))",
            [name.sqlValue, owner.sqlValue])
    }

    /// Source: PostgreSQL, "Explicit Locking": SHARE ROW EXCLUSIVE is at odds with every writer's
    /// ROW EXCLUSIVE and with itself, and lets readers pass.
    func hold(tables: [String]) throws {
        try change(
            "LOCK TABLE \(tables.joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE", [])
    }

    func skipLockedClause(for table: String) -> String {
        "FOR UPDATE OF \(table) SKIP LOCKED"
    }

    /// Source: PostgreSQL, "Explicit Locking": FOR NO KEY UPDATE lets others refer to the row, and who waits for it sees
    /// the row as it was committed.
    func lockClause(for table: String) -> String { "FOR NO KEY UPDATE OF \(table)" }

    /// Begins a transaction, with its first statement.
    func begin(_ statement: String) throws {
        try send(statement, [], .statement)
    }

    /// Waits for the answers to all that was sent.
    func settle() throws {
        guard !sent.isEmpty else { return }
        _ = try answers()
    }

    /// Waits for the answers to the sent statements, if one of them decides whether the transaction may be committed.
    /// An error alone needs no wait, because the server commits nothing after it.
    func settleBeforeCommit() throws {
        try sendGathered()
        let decides = sent.contains { message in
            switch message.expected {
            case .changeOfOne: true
            case .preparation, .statement, .question: false
            }
        }
        if decides { try settle() }
    }

    /// Asks whether a statement would be refused for a missing right.
    ///
    /// Explaining it takes the same rights, and nothing of it is done. A trigger that it would call isn't asked.
    ///
    /// - Throws: ``PostgreSQLFailure``, also if it can't be explained.
    ///
    /// Source: PostgreSQL, `ExecCheckRTPerms` (since 16 `ExecCheckPermissions`), which EXPLAIN calls as well.
    func explain(_ statement: PreparedStatementKey) throws {
        let nothing = [SQLValue](repeating: .null, count: statement.types.count)
        try send(
            PreparedStatementKey(sql: "EXPLAIN " + statement.sql, types: statement.types),
            Parameters(nothing),
            .statement)
        try settle()
    }

    /// Commits, after ``settleBeforeCommit()``.
    ///
    /// - Throws: ``PostgreSQLFailure``; `lost` if the outcome is unknown.
    func commit() throws(PostgreSQLFailure) {
        do {
            gathered = nil
            try send("COMMIT", [], .statement)
            guard let result = try answers() else { throw wire.broken() }
            // The COMMIT of a failed transaction undoes it, without an error.
            guard result.command == "COMMIT" else {
                throw PostgreSQLFailure.refused(state: "25P02", endsConnection: false)
            }
            // The commit is durable here, but the server stopped waiting for its standby, which may become the server.
            // Source: PostgreSQL, "Synchronous Replication". Warnings of the statements before it don't matter.
            guard lastWarnings == 0 else { throw wire.broken() }
        } catch let failure as PostgreSQLFailure {
            throw failure
        } catch {
            throw wire.broken()
        }
    }

    /// Undoes the transaction; where that fails the connection is broken, and the server undoes it.
    func rollBack() {
        answersToQuestions = []
        gathered = nil
        guard !wire.isBroken else { return }
        do {
            // A sent statement may have failed, which is why we are here.
            if !sent.isEmpty { try? settle() }
            try send("ROLLBACK", [], .statement)
            try settle()
        } catch {
            _ = wire.broken()
        }
    }

    /// Sends a statement, prepared first if it is new.
    func send(_ sql: String, _ values: [SQLValue], _ expected: Sent) throws {
        try send(
            PreparedStatementKey(sql: sql, types: Parameters.types(of: values)), Parameters(values),
            expected)
    }

    /// The same of values that are parameters already.
    func send(_ kept: PreparedStatementKey, _ parameters: Parameters, _ expected: Sent) throws {
        let name: String
        if let known = names[kept] {
            name = known
        } else {
            // Beyond the limit a statement goes by the empty name, for one use.
            let isKept = names.count < PostgreSQLLimits.preparedStatements
            preparations += 1
            name = isKept ? "s\(preparations)" : ""
            try wire.sendPrepare(name, postgreSQL(statement: kept.sql), kept.types)
            sent.append((.preparation, kept))
            // Known from now on, so that it isn't sent twice; forgotten if it is refused.
            if isKept { names[kept] = name }
        }
        try wire.send(name, parameters)
        sent.append((expected, kept))
    }

    /// Waits for the answers to all that was sent.
    ///
    /// - Returns: The last one's result.
    /// - Throws: What the first error was, after all answers have come.
    private func answers() throws -> LibPQResult? {
        try wire.sendMark()
        var last: LibPQResult?
        var failure: (any Error)?
        for message in sent {
            let warnings = wire.warnings
            guard let result = try wire.nextResult() else { throw wire.broken() }
            if let found = check(result, message.expected, message.kept) {
                failure = failure ?? found
            }
            // No further answers come.
            if wire.isBroken { throw failure ?? PostgreSQLFailure.lost }
            // Nothing follows, which is the end of this message's answer.
            guard try wire.nextResult() == nil else { throw wire.broken() }
            last = result
            lastWarnings = wire.warnings - warnings
        }
        guard try wire.nextResult()?.isMark == true, try wire.nextResult() == nil else {
            throw wire.broken()
        }
        sent = []
        if let failure { throw failure }
        return last
    }

    /// The error in an answer; nil if there isn't one.
    private func check(
        _ result: LibPQResult, _ expected: Sent, _ kept: PreparedStatementKey
    ) -> (any Error)? {
        let failure = wire.failure(of: result)
        if let failure { note(failure, result, kept) }
        if failure != nil || result.isSkipped {
            if case .preparation = expected { names[kept] = nil }
            return failure
        }
        switch expected {
        case .preparation, .statement: return nil
        case .question:
            answersToQuestions.append(result)
            return nil
        case .changeOfOne: return result.changes == 1 ? nil : SQLError.corrupt
        }
    }

    /// Notes a refusal that someone can repair.
    ///
    /// Neighbours wait for a lock so briefly that it shows nothing; a change that waits for it alone, without success,
    /// is reported.
    private func note(
        _ failure: PostgreSQLFailure, _ result: LibPQResult, _ kept: PreparedStatementKey
    ) {
        guard let remedy = failure.remedy(for: kept.sql), !(isShared && failure.isLockNotHad)
        else { return }
        let refusal = PermissionErrors.Refusal(
            words: result.message ?? "a statement was refused", remedy: remedy,
            isOfSettings: failure.isOfSettings)
        denials.note(refusal, of: failure.isDenial && !isBackground ? kept : nil)
    }
}
