import CardVault
import Database
import PaymentDomain
import PaymentEngine
import StorageKit

extension RowColumns {
    mutating func paymentID() throws -> PaymentID { try PaymentID(stored: identifier()) }

    mutating func operationID() throws -> OperationID { try OperationID(stored: identifier()) }

    mutating func requestIDOrNil() throws -> RequestIdentifier? {
        try integerOrNil().map { RequestIdentifier(UInt64(bitPattern: $0)) }
    }

    mutating func expiryOrNil() throws -> CardExpiry? {
        try integerOrNil().map { stored in
            let (year, month) = stored.quotientAndRemainder(dividingBy: 100)
            return try CardExpiry(year: Int(year), month: Int(month)).orCorrupt
        }
    }

    mutating func currency() throws -> Currency { try Currency(code: text()).orCorrupt }

    mutating func money(in currency: Currency) throws -> Money {
        try moneyOrNil(in: currency).orCorrupt
    }

    mutating func moneyOrNil(in currency: Currency) throws -> Money? {
        try integerOrNil().map { try (try? Money(minorUnits: $0, currency: currency)).orCorrupt }
    }

    mutating func transactionNumber() throws -> TransactionNumber {
        try TransactionNumber(integer()).orCorrupt
    }

    mutating func transactionNumberOrNil() throws -> TransactionNumber? {
        try integerOrNil().map { try TransactionNumber($0).orCorrupt }
    }

    /// A batch's number and the time of its closing; the open one has neither.
    mutating func batch() throws -> FoundBatch {
        try FoundBatch(number: integerOrNil(), closedAt: timestampOrNil())
    }

    mutating func handle() throws -> VaultHandle { try VaultHandle(text()).orCorrupt }

    mutating func handleOrNil() throws -> VaultHandle? {
        try textOrNil().map { try VaultHandle($0).orCorrupt }
    }

    /// A message that was sent at a time, from its trace number and the acquirer's reference.
    mutating func messageReference(at sent: Timestamp) throws -> MessageReference {
        try messageReferenceOrNil(at: sent).orCorrupt
    }

    /// The same; nil if it has no trace number.
    mutating func messageReferenceOrNil(at sent: Timestamp) throws -> MessageReference? {
        let traceNumber = try integerOrNil()
        let stored = try bytesOrNil()
        guard let traceNumber else { return nil }
        guard MessageIdentity.traceNumbers.contains(traceNumber) else { throw SQLError.corrupt }
        return MessageReference(
            MessageIdentity(traceNumber: traceNumber, transmittedAt: sent),
            acquirerReference: try stored.map { try AcquirerReference($0).orCorrupt })
    }

    mutating func line() throws -> LineID { try LineID(text()) }

    mutating func acquirerMerchant() throws -> AcquirerMerchant {
        try AcquirerMerchant(merchantNumber: text(), terminalNumber: text(), categoryCode: text())
    }
}

extension CardExpiry: ColumnValue {
    /// Year and month as YYYYMM.
    @usableFromInline package var sqlValue: SQLValue { (year * 100 + month).sqlValue }
}

extension VaultHandle: ColumnValue {
    @usableFromInline package var sqlValue: SQLValue { value.sqlValue }
}

extension RegistrationID: ColumnValue {
    @usableFromInline package var sqlValue: SQLValue { value.sqlValue }
}

extension TransactionNumber: ColumnValue {
    @usableFromInline package var sqlValue: SQLValue { value.sqlValue }
}

extension PaymentID: ColumnValue {
    @usableFromInline package var sqlValue: SQLValue { value.identifier }
}

extension OperationID: ColumnValue {
    @usableFromInline package var sqlValue: SQLValue { value.identifier }
}

extension RequestIdentifier: ColumnValue {
    /// The same bits as a signed number: neither database has an unsigned one.
    @usableFromInline package var sqlValue: SQLValue { Int64(bitPattern: bits).sqlValue }
}
