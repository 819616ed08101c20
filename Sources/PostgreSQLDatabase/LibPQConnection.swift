import Database
import CLibPQ
import Foundation

/// A connection of the library, never waiting but in `poll`, and there never without an end.
///
/// One thread uses it at a time.
final class LibPQConnection {
    private let connection: OpaquePointer
    /// Whether it cannot be used any more.
    private(set) var isBroken = false
    /// How many warnings came.
    private(set) var warnings = 0
    /// The server's message about the last failed statement of ``execute(_:)``.
    private(set) var refusal: String?
    /// The thing that the server is asked for, for people to read.
    var awaited = "an answer"
    /// The thing that the server didn't give in time, for people to read; nil if it never stayed silent for too long.
    private(set) var silence: String?
    /// How long we wait for the next bytes of an answer before the connection counts as broken, in milliseconds.
    var patience = PostgreSQLLimits.answerMilliseconds
    /// How long the server is to let a statement wait for a lock, in milliseconds.
    let lockMilliseconds: Int

    /// Connects, to the first host that answers and takes writes.
    ///
    /// - Throws: ``PostgreSQLFailure/notConnected(reason:)`` with what each host was refused for: an address that no
    ///   one answers, a certificate that does not hold, a password that is wrong.
    init(_ address: PostgreSQLAddress) throws(PostgreSQLFailure) {
        lockMilliseconds = address.lockMilliseconds
        var found: OpaquePointer?
        var reasons: [String] = []
        for attempt in address.attempts where found == nil {
            found = LibPQConnection.connected(attempt, &reasons)
        }
        guard let found else { throw .notConnected(reason: address.readable(reasons)) }
        connection = found
        countWarnings()
        guard PQsetnonblocking(connection, 1) == 0 else { throw broken() }
    }

    deinit { PQfinish(connection) }

    /// A connection that is ready; nil if none succeeded.
    ///
    /// - Parameter reasons: Gets the library's messages.
    private static func connected(
        _ parameters: [(keyword: String, value: String)], _ reasons: inout [String]
    ) -> OpaquePointer? {
        let texts: [String] = parameters.flatMap { [$0.keyword, $0.value] }
        let words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        defer { for word in words { free(word) } }
        var keywords: [UnsafePointer<CChar>?] = []
        var values: [UnsafePointer<CChar>?] = []
        for index in parameters.indices {
            keywords.append(UnsafePointer(words[index * 2]))
            values.append(UnsafePointer(words[index * 2 + 1]))
        }
        guard let started = PQconnectStartParams(keywords + [nil], values + [nil], 1) else {
            reasons.append("no memory for a connection")
            return nil
        }
        // The library would print warnings of the connecting, for example about a system's newer collations.
        PQsetNoticeReceiver(started, { _, _ in }, nil)
        guard finishConnecting(started) else {
            // The library itself would go on waiting, so that it does not say it.
            let isSilent = PQstatus(started) != CONNECTION_BAD
            let seconds = PostgreSQLLimits.connectMilliseconds / 1000
            reasons.append(
                String(cString: PQerrorMessage(started))
                    + (isSilent ? "no answer within \(seconds) s" : ""))
            PQfinish(started)
            return nil
        }
        return started
    }

    private static func finishConnecting(_ connection: OpaquePointer) -> Bool {
        guard PQstatus(connection) != CONNECTION_BAD else { return false }
        // As if the last step had said that it wants to write.
        var state = PGRES_POLLING_WRITING
        for _ in 0..<PostgreSQLLimits.connectSteps {
            let events: Int32
            switch state {
            case PGRES_POLLING_OK: return true
            case PGRES_POLLING_READING: events = POLLIN
            case PGRES_POLLING_WRITING: events = POLLOUT
            default: return false
            }
            let most = PostgreSQLLimits.connectMilliseconds
            guard wait(on: PQsocket(connection), for: events, atMost: most) != nil else {
                return false
            }
            state = PQconnectPoll(connection)
        }
        return false
    }

    /// Notices of the server are for its own log, but the library would print them; warnings are counted.
    ///
    /// This object outlives its connection, so the library may know it by its address.
    private func countWarnings() {
        PQsetNoticeReceiver(
            connection,
            { address, notice in
                guard let address, let notice, LibPQResult.isWarning(notice) else { return }
                Unmanaged<LibPQConnection>.fromOpaque(address).takeUnretainedValue().warnings += 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Says that it cannot be used any more.
    func broken() -> PostgreSQLFailure {
        isBroken = true
        return .lost
    }

    /// Why no first statement came to its end, for people to read. The library itself would go on waiting for one that is
    /// silent, so that it does not say it.
    var whyNothingBegan: String {
        if let refusal { return refusal }
        guard PQstatus(connection) != CONNECTION_BAD else {
            return String(cString: PQerrorMessage(connection))
        }
        let place = [PQhost(connection), PQport(connection)].map { text in
            text.map { String(cString: $0) } ?? ""
        }
        let seconds = PostgreSQLLimits.connectMilliseconds / 1000
        return
            "connection to server at \"\(place[0])\", port \(place[1]): the first statement had no answer within \(seconds) s; a pooler may have no connection left"
    }

    /// The socket, which changes while connecting.
    var socket: Int32 { PQsocket(connection) }

    /// Whether it is in no transaction.
    var isIdle: Bool { PQtransactionStatus(connection) == PQTRANS_IDLE }

    /// From now on statements are sent without waiting for each one's answer.
    func beginPipeline() throws(PostgreSQLFailure) {
        guard PQenterPipelineMode(connection) == 1 else { throw broken() }
    }

    /// Sends statements as one text, before the pipeline begins; their results are thrown away,
    /// but for the last one's first row, as texts.
    func execute(_ sql: String) throws(PostgreSQLFailure) -> [String] {
        guard PQsendQuery(connection, sql) == 1 else { throw broken() }
        try flush()
        var row: [String] = []
        var failure: PostgreSQLFailure?
        while let result = try nextResult() {
            if let found = self.failure(of: result) {
                failure = failure ?? found
                refusal = result.message
            }
            if let first = result.firstRow { row = first }
        }
        if let failure { throw failure }
        return row
    }

    /// Sends a statement to be prepared, its answer to come.
    ///
    /// - Parameter types: The types of its values, zero for those that the server finds out.
    func sendPrepare(
        _ name: String, _ sql: String, _ types: [Oid]
    ) throws(PostgreSQLFailure) {
        guard PQsendPrepare(connection, name, sql, Int32(types.count), types) == 1 else {
            throw broken()
        }
    }

    /// Sends a prepared statement's values, its answer to come.
    func send(_ name: String, _ parameters: Parameters) throws(PostgreSQLFailure) {
        let formats = [Int32](repeating: 1, count: parameters.count)
        let isSent = parameters.withPointers { count, pointers, lengths in
            PQsendQueryPrepared(connection, name, count, pointers, lengths, formats, 1)
        }
        guard isSent == 1 else { throw broken() }
    }

    /// Sends the mark up to which the server answers, or skips what follows an error.
    func sendMark() throws(PostgreSQLFailure) {
        guard PQpipelineSync(connection) == 1 else { throw broken() }
        try flush()
    }

    /// Sends what lies in the buffer, and takes what comes meanwhile, so that neither side waits
    /// for the other.
    private func flush() throws(PostgreSQLFailure) {
        while true {
            switch PQflush(connection) {
            case 0: return
            case 1:
                let ready = try wait(for: POLLIN | POLLOUT, atMost: patience)
                if ready & POLLIN != 0 { try takeInput() }
            default: throw broken()
            }
        }
    }

    /// The next result, or nil at the end of a statement's results.
    func nextResult() throws(PostgreSQLFailure) -> LibPQResult? {
        while PQisBusy(connection) == 1 {
            try wait(for: POLLIN, atMost: patience)
            try takeInput()
        }
        return PQgetResult(connection).map { LibPQResult($0) }
    }

    /// Takes what came; a server that ended the connection is found here.
    func takeInput() throws(PostgreSQLFailure) {
        guard PQconsumeInput(connection) == 1 else { throw broken() }
    }

    /// The error of a result; nil if there isn't one.
    func failure(of result: LibPQResult) -> PostgreSQLFailure? {
        guard let refusal = result.refusal else { return nil }
        guard PQstatus(connection) != CONNECTION_BAD, let state = refusal.state else {
            isBroken = true
            return refusal.state.map { .refused(state: $0, endsConnection: true) } ?? .lost
        }
        if refusal.endsConnection { isBroken = true }
        return .refused(state: state, endsConnection: refusal.endsConnection)
    }

    @discardableResult
    private func wait(
        for events: Int32, atMost milliseconds: Int32
    ) throws(PostgreSQLFailure) -> Int32 {
        guard let found = LibPQConnection.wait(on: socket, for: events, atMost: milliseconds) else {
            silence = "waited \(milliseconds / 1000) s for \(awaited)"
            throw broken()
        }
        return found
    }

    /// The event on a socket; nil if none came in time.
    private static func wait(
        on socket: Int32, for events: Int32, atMost milliseconds: Int32
    ) -> Int32? {
        var place = pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0)
        return coster_poll(&place, 1, milliseconds) > 0 ? Int32(place.revents) : nil
    }
}
