import MerchantStorage
import CardVault
import CosterServer
import Database
import Merchants
import PaymentDomain
import PaymentEngine
import PostgreSQLDatabase
import PaymentStorage

/// Opens the database for inspection.
enum DatabaseCheck {
    /// Opens it without creating or changing anything; nil if it can't be read.
    static func open(_ folder: DataFolder) async -> (SQLPaymentStore?, [Finding]) {
        guard !folder.hasEmptyDatabase else {
            // A first start that was cut off leaves it alone.
            let condition: FindingKind = folder.hadDatabase ? .databaseDamaged : .databaseMissing
            return (nil, [Finding(condition, "\(FolderCheck.booksName), an empty file")])
        }
        do {
            return (try await SQLPaymentStore(readingOnly: folder.path), [])
        } catch {
            return (nil, [finding(of: error)])
        }
    }

    /// Opens a PostgreSQL database, whose tables stay as they are; nil if it can't be read.
    static func open(_ database: PostgreSQLAddress) async -> (SQLPaymentStore?, [Finding]) {
        do {
            let store = try await SQLPaymentStore(
                database: database, mayMigrate: false, connections: DoctorLimits.connections)
            return (store, [])
        } catch {
            return (nil, [finding(of: error, inDatabase: true)])
        }
    }

    /// The finding for a failed opening.
    static func finding(of error: SchemaError, inDatabase: Bool = false) -> Finding {
        let databaseName = name(inDatabase)
        switch error {
        case .tooNew(let found, let known):
            return Finding(.databaseTooNew, "\(databaseName), version \(found), \(known) is known")
        case .tooOld(let found, let needed), .outdated(let found, let needed):
            return Finding(
                .databaseTooOld, "\(databaseName), version \(found), \(needed) is needed")
        case .missing(let schema):
            let place = schema.map { ", schema \($0)" } ?? ""
            return Finding(
                inDatabase ? .databaseWithoutTables : .databaseMissing, databaseName + place)
        case .notUnicode: return Finding(.databaseNotUnicode, databaseName)
        case .altered(let what): return Finding(.databaseAltered, "\(databaseName), \(what)")
        case .notDurable where inDatabase: return Finding(.databaseNotDurable, databaseName)
        case .cannotOpen(_, let reason) where inDatabase:
            return unreachable(reason)
        case .locked(let waitedFor) where inDatabase: return unreachable("waited for \(waitedFor)")
        case .cannotOpen(.corrupt, _): return Finding(.databaseDamaged, databaseName)
        case .cannotOpen, .locked, .notDurable:
            return Finding(.databaseFileUnreachable, databaseName)
        }
    }

    /// The finding for a failed reading.
    ///
    /// - Parameter reason: The database's own message, if it gave one.
    static func finding(
        of error: StoreError, inDatabase: Bool = false, reason: String? = nil
    ) -> Finding {
        if inDatabase { return unreachable(reason) }
        let condition = error == .corrupt ? FindingKind.databaseDamaged : .databaseFileUnreachable
        return Finding(condition, name(false))
    }

    /// Whether a database takes what payments write. A file says so with each commit, and its disk is looked at by itself.
    static func room(_ store: SQLPaymentStore?) async -> [Finding] {
        do {
            try await store?.checkWritable()
            return []
        } catch {
            return [unreachable(store?.whyUnreachable ?? noRoom)]
        }
    }

    /// The refusal of a database that answers and lacks no right.
    private static let noRoom =
        "it has no room for 5 MB more, on its disk or within the role's temp_file_limit"

    private static func unreachable(_ reason: String?) -> Finding {
        Finding(.databaseUnreachable, name(true) + (reason.map { ": \($0)" } ?? ""))
    }

    /// The database's place as it is shown; its URL may hold a password.
    private static func name(_ isDatabase: Bool) -> String {
        isDatabase ? "the database" : FolderCheck.booksName
    }

    /// Checks the end of the audit log's chain.
    static func acts(_ store: SQLPaymentStore) async throws(StoreError) -> [Finding] {
        // Reads the head first, so that entries that are added meanwhile come after it.
        let head = try await store.merchantStore.actChainHead()
        let acts = try await store.merchantStore.acts(limit: DoctorLimits.acts).sorted {
            $0.number < $1.number
        }
        guard let newest = acts.last else {
            return head.count == 0 ? [] : [astray(head.count)]
        }
        guard newest.number >= head.count, let first = acts.first else {
            return [astray(head.count)]
        }
        if head.count > 0, try await store.merchantStore.link(ofAct: head.count) != head.link {
            return [astray(head.count)]
        }
        var number = first.number
        var before =
            number == 1
            ? AuditEntry.chainStart : try await store.merchantStore.link(ofAct: number - 1)
        for recorded in acts {
            guard let previous = before, recorded.number == number,
                let link = try await store.merchantStore.link(ofAct: number),
                recorded.act.link(number: number, after: previous) == link
            else { return [astray(number)] }
            before = link
            number += 1
        }
        return []
    }

    private static func astray(_ number: Int64) -> Finding {
        Finding(.actsAstray, "act \(number)")
    }
}

/// Compares the clock with times that are known to be past.
enum ClockCheck {
    /// - Parameters:
    ///   - newest: The latest time in the database.
    ///   - programMade: When the program was built or installed.
    static func findings(
        at now: Timestamp, newest: Timestamp?, programMade: Timestamp?
    ) -> [Finding] {
        let latest = now.adding(seconds: DoctorLimits.clockSeconds)
        if let newest, latest < newest {
            let seconds = newest.milliseconds(since: now) / 1000
            return [Finding(.clockBehind, "the database's newest entry is \(seconds) s ahead")]
        }
        if let programMade, latest < programMade {
            let moment = programMade.iso8601Seconds
            return [Finding(.clockBehind, "this program is from \(moment)")]
        }
        return []
    }
}
