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

    private(set) var lines: [LineID: Line] = [:]
    /// Lines without a secret that decrypts: their payments are refused.
    private(set) var unusable: [LineID] = []
    private let routes: [MerchantID: RouteTable]
    private let isSandbox: Bool

    /// The lines and rules of the database.
    ///
    /// - Parameter isSandbox: Whether every payment of the server is a test.
    init(_ records: MerchantRecords, vault: CardVault, isSandbox: Bool) {
        routes = records.routes
        self.isSandbox = isSandbox
        for record in records.lines {
            if let line = Line(record, vault) {
                lines[record.id] = line
            } else {
                unusable.append(record.id)
            }
        }
    }

    /// Whether production can take payments.
    var hasLiveLine: Bool { lines.values.contains { $0.definition.mode == .live } }

    /// Whether a merchant's payments take routes of its own.
    func hasRoutes(_ merchant: MerchantID) -> Bool { !(routes[merchant]?.rules ?? []).isEmpty }

    /// The lines that a payment may take, in the order in which they are tried; empty if no rule fits it.
    ///
    /// A line that can't be used is left out, and so is a test line for a live merchant: another server's operator may
    /// have allowed it.
    func candidates(_ question: RouteQuestion) -> [LineID] {
        let mode = LineMode(of: question.merchant, inSandbox: isSandbox)
        let rule = routes[question.merchant]?.first(fitting: question)?.rule
        return (rule?.lines ?? []).filter { id in
            lines[id].map { mode.allows($0.definition.mode) } ?? false
        }
    }
}
