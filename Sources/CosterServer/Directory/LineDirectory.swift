import CardVault
import MerchantStorage
import PaymentDomain
import Routing

/// The lines of a server, with their secrets, and the rules by which merchants' payments take them.
///
/// It is a part of the ``MerchantDirectory``, so that a change of a line or a rule reaches running servers as any other
/// change does.
package struct LineDirectory: Sendable {
    /// A line, with the secret in use.
    package struct Line: Sendable, Equatable {
        package let definition: LineDefinition
        package let secret: LineSecret

        /// Opens a line's secret in use; nil if it doesn't decrypt.
        package init?(_ record: LineRecord, _ vault: CardVault) {
            guard let sealed = record.secretInUse?.sealed,
                let opened = try? vault.open(sealed, for: record.id.secretBinding),
                let secret = try? LineSecret(
                    String(decoding: opened, as: UTF8.self), for: record.definition.kind)
            else { return nil }
            definition = record.definition
            self.secret = secret
        }
    }

    /// The lines that the server uses: those of its own mode.
    private(set) var lines: [LineID: Line] = [:]
    /// Those of the server's mode without a secret that decrypts.
    private(set) var closed: [LineID] = []
    /// Those of the server's mode whose rows can't be read.
    let unreadable: [LineID]
    /// The rules that end their merchants' tables, because their rows can't be read.
    let unreadableRoutes: [UnreadableRoute]
    /// Whether production can take payments, now or when a line's secret decrypts again.
    let hasLiveLine: Bool
    /// Those that the server never uses: another server's operator may have allowed them.
    private let ofOtherMode: Set<LineID>
    private let routes: [MerchantID: RouteTable]

    /// The lines and rules of the database.
    ///
    /// - Parameter isSandbox: Whether every payment of the server is a test.
    init(_ records: MerchantRecords, vault: CardVault, isSandbox: Bool) {
        routes = records.routes
        unreadableRoutes = records.unreadableRoutes
        hasLiveLine = records.hasLiveLine
        let mode: LineMode = isSandbox ? .test : .live
        unreadable = records.unreadableLines.filter { $0.mode == mode }.map(\.id)
        let others = records.lines.filter { $0.definition.mode != mode }.map(\.id)
        ofOtherMode = Set(
            others + records.unreadableLines.filter { $0.mode != mode }.map(\.id))
        for record in records.lines where record.definition.mode == mode {
            guard let line = Line(record, vault) else {
                closed.append(record.id)
                continue
            }
            lines[record.id] = line
        }
    }

    /// Whether a merchant's payments take routes of its own.
    func hasRoutes(_ merchant: MerchantID) -> Bool { routes[merchant] != nil }

    /// A merchant's numbers at lines that know it by another one than its own.
    func merchantNumbers(of merchant: MerchantID) -> [LineID: String] {
        routes[merchant]?.merchantNumbers ?? [:]
    }

    /// The lines that a payment may take, in the order in which they are tried; empty if no rule fits it.
    ///
    /// A line that can't be used now is among them: its payments may be tried again.
    func candidates(_ question: RouteQuestion) -> [LineID] {
        let rule = routes[question.merchant]?.first(fitting: question)?.rule
        return (rule?.lines ?? []).filter { !ofOtherMode.contains($0) }
    }
}
