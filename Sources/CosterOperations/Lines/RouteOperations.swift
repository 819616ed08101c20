import CosterServer
import MerchantStorage
import Merchants
import PaymentDomain
import Routing

/// The rules of a merchant.
package struct RouteOperations: Sendable {
    private let administration: Administration
    private let records: MerchantRecords
    package let merchant: MerchantID

    /// The rules of a merchant, or of the sandbox's own.
    ///
    /// - Throws: Exit code 65 if there is no such merchant.
    package init(_ administration: Administration, merchant: String) async throws(CosterFailure) {
        self.administration = administration
        records = try await administration.records()
        let isBuiltIn = merchant == MerchantID.sandbox.value
        self.merchant =
            isBuiltIn ? .sandbox : try administration.merchant(merchant, in: records).id
    }

    /// The rules in the database.
    package var table: RouteTable { records.routes[merchant] ?? .empty }

    /// The rule that ends the table, because its row can't be read; nil without one.
    package var unreadable: Int? {
        records.unreadableRoutes.first { $0.merchant == merchant }?.number
    }

    /// Whether payments of a currency may go over a line.
    package func takes(_ line: LineID, _ currency: Currency) -> Bool {
        records.lines.first { $0.id == line }.map { $0.definition.currency == currency } ?? true
    }

    private func refusal(_ fault: LineFault, _ place: String) async -> CosterFailure {
        await administration.recordRefusal(.routesSet, subject: merchant.value, code: fault.code)
        return CosterFailure(.badInput, "\(fault.message) \(place)")
    }

    /// Replaces the rules by those of a file.
    ///
    /// - Parameter isSandbox: Whether only sandbox servers use the database, so that test lines are allowed.
    /// - Throws: Exit code 65 for the first problem of the file, with its place.
    package func set(
        _ file: [UInt8], isSandbox: Bool
    ) async throws(CosterFailure) -> RouteTable {
        let table: RouteTable
        do throws(RulesFileError) {
            table = try RulesFile(protocols: Set(ClientNames.protocols)).table(reading: file)
        } catch {
            await administration.recordRefusal(
                .routesSet, subject: merchant.value, code: error.kind.code)
            throw CosterFailure(error)
        }
        let known = Set(records.lines.map(\.id) + records.unreadableLines.map(\.id))
        if let missing = table.lines.subtracting(known).map(\.value).min() {
            throw await refusal(.lineUnknown, "The rules name \(missing).")
        }
        for rule in table.rules {
            guard let currency = rule.currency,
                let line = rule.lines.first(where: { !takes($0, currency) })
            else { continue }
            throw await refusal(
                .lineOfOtherCurrency, "A rule for \(currency) names \(line).")
        }
        if let lines = linesOfOneNumber(in: table) {
            throw await refusal(
                .numberOfTwoCurrencies, "The lines are \(lines.first) and \(lines.second).")
        }
        let mode = LineMode(of: merchant, inSandbox: isSandbox)
        let merchant = merchant
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.set(
                table, of: merchant, mode: mode, by: office.actor, at: office.now)
        }
        return table
    }

    /// Two lines of different currencies at which the merchant would have one number. At the acquirer a number has one
    /// currency if messages name none, so that the one currency would be charged as the other.
    private func linesOfOneNumber(in table: RouteTable) -> (first: LineID, second: LineID)? {
        let own = records.acquirerMerchant(merchant)?.merchantNumber
        var earlier: [String: LineDefinition] = [:]
        for line in records.lines.map(\.definition)
        where table.lines.contains(line.id) && !line.kind.namesCurrency {
            guard let number = table.merchantNumbers[line.id] ?? own else { continue }
            if let other = earlier[number], other.currency != line.currency {
                return (other.id, line.id)
            }
            earlier[number] = line
        }
        return nil
    }
}
