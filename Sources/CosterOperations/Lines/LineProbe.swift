import AcquirerKit
import CosterServer
import MerchantStorage
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Routing

/// A line under examination, in the name of a merchant.
package struct LineProbe: Sendable {
    package let line: LineID
    package let merchant: MerchantID
    package let currency: Currency
    let administration: Administration
    let numbers: AcquirerMerchant
    let opened: OpenedLine
    /// What is sent and received.
    let log = LineTraceLog()
    let secret: LineSecret

    /// Opens a line.
    ///
    /// - Parameter merchant: Whose numbers the acquirer gets; without it, the only merchant whose rules name the line.
    /// - Throws: Exit code 65 if there is no such line or merchant, 78 if the secret doesn't decrypt.
    package init(
        _ administration: Administration, line name: String, merchant: String?,
        _ keyring: VaultKeyring
    ) async throws(CosterFailure) {
        let record = try await LineOperations(administration).line(name)
        let records = try await administration.records()
        let chosen = try LineProbe.merchant(named: merchant, on: record.id, records)
        guard let line = LineDirectory.Line(record, keyring.vault) else {
            let kind = FindingKind.lineSecretClosed
            throw CosterFailure(.configuration, "\(kind.rawValue): \(kind.message)")
        }
        do throws(LineFault) {
            opened = try line.opened(log: log)
        } catch {
            throw CosterFailure(error)
        }
        self.administration = administration
        self.line = record.id
        currency = record.definition.currency
        secret = line.secret
        (self.merchant, numbers) = chosen
    }

    /// Asks the host a question that moves no money.
    ///
    /// - Throws: Exit code 69 if nothing was sent or no answer came, 1 if the host refuses or can't be understood.
    package func echo() async throws(CosterFailure) {
        let echo = await opened.echo(numbers)
        guard let finding = echo.finding else { return }
        let exit: CosterExit =
            switch echo {
            case .answered, .refused, .unclear: .doesNotHold
            case .silence, .notSent: .notReachable
            }
        throw CosterFailure(exit, "\(finding.rawValue): \(echo.reason): \(finding.message)")
    }

    private static func merchant(
        named name: String?, on line: LineID, _ records: MerchantRecords
    ) throws(CosterFailure) -> (MerchantID, AcquirerMerchant) {
        if let name {
            let id = MerchantID(name)
            guard let numbers = records.acquirerMerchant(id, at: line) else {
                throw CosterFailure(.merchantUnknown)
            }
            return (id, numbers)
        }
        let users = records.acquirerMerchants(on: line)
        guard let only = users.first, users.count == 1 else {
            throw CosterFailure(
                .badInput,
                "Merchants whose rules name line \(line): \(users.count). Add --merchant with the merchant whose acquirer's number is to be sent."
            )
        }
        return (only.id, only.numbers)
    }
}
