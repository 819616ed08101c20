import CardVault
import PaymentDomain
import PaymentEngine
import Database

/// Our types as column values, and back.
extension Timestamp {
    var value: SQLValue { milliseconds.sqlValue }
}

extension Bool {
    /// 1 or 0.
    var sqlValue: SQLValue { (self ? Int64(1) : 0).sqlValue }
}

extension CardExpiry {
    /// Year and month as YYYYMM.
    var value: SQLValue { (year * 100 + month).sqlValue }
}

extension RowColumns {
    mutating func timestamp() throws -> Timestamp {
        Timestamp(milliseconds: try integer())
    }

    mutating func timestampOrNil() throws -> Timestamp? {
        try integerOrNil().map { Timestamp(milliseconds: $0) }
    }

    mutating func expiryOrNil() throws -> CardExpiry? {
        guard let stored = try integerOrNil() else { return nil }
        guard let (year, month) = Int(exactly: stored)?.quotientAndRemainder(dividingBy: 100),
            let expiry = CardExpiry(year: year, month: month)
        else { throw SQLError.corrupt }
        return expiry
    }

    mutating func currency() throws -> Currency {
        guard let currency = Currency(code: try text()) else { throw SQLError.corrupt }
        return currency
    }

    mutating func money(in currency: Currency) throws -> Money {
        let minorUnits = try integer()
        do {
            return try Money(minorUnits: minorUnits, currency: currency)
        } catch {
            throw SQLError.corrupt
        }
    }

    /// A batch's number and the time of its closing; the open one has neither.
    mutating func batch() throws -> FoundBatch {
        FoundBatch(number: try integerOrNil(), closedAt: try timestampOrNil())
    }

    mutating func handle() throws -> VaultHandle {
        guard let handle = VaultHandle(try text()) else { throw SQLError.corrupt }
        return handle
    }

    mutating func handleOrNil() throws -> VaultHandle? {
        guard let text = try textOrNil() else { return nil }
        guard let handle = VaultHandle(text) else { throw SQLError.corrupt }
        return handle
    }

    mutating func sealed() throws -> SealedRecord {
        SealedRecord(keyID: try text(), bytes: try bytes())
    }

    mutating func sealedOrNil() throws -> SealedRecord? {
        let keyID = try textOrNil()
        let bytes = try bytesOrNil()
        guard let keyID, let bytes else { return nil }
        return SealedRecord(keyID: keyID, bytes: bytes)
    }

    /// A message that was sent at a time, from its trace number and the acquirer's reference.
    mutating func messageReference(at moment: Timestamp) throws -> MessageReference {
        guard let reference = try messageReferenceOrNil(at: moment) else {
            throw SQLError.corrupt
        }
        return reference
    }

    /// The same; nil if it has no trace number.
    mutating func messageReferenceOrNil(at moment: Timestamp) throws -> MessageReference? {
        let traceNumber = try integerOrNil()
        let stored = try bytesOrNil()
        guard let traceNumber else { return nil }
        guard MessageIdentity.traceNumbers.contains(traceNumber) else { throw SQLError.corrupt }
        let reference = stored.flatMap { AcquirerReference($0) }
        guard (reference == nil) == (stored == nil) else { throw SQLError.corrupt }
        return MessageReference(
            MessageIdentity(traceNumber: traceNumber, transmittedAt: moment),
            acquirerReference: reference)
    }

    mutating func acquirerMerchant() throws -> AcquirerMerchant {
        AcquirerMerchant(
            merchantNumber: try text(), terminalNumber: try text(), categoryCode: try text())
    }
}
