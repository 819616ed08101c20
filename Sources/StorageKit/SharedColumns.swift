import CardVault
import Database
import PaymentDomain

/// Columns of our own types, read in the order in which a query names them.
extension RowColumns {
    /// A flag, which is stored as 0 or 1.
    package mutating func flag() throws -> Bool { try integer() != 0 }

    package mutating func merchant() throws -> MerchantID { try MerchantID(text()) }

    package mutating func line() throws -> LineID { try LineID(text()) }

    /// A time.
    package mutating func timestamp() throws -> Timestamp { try Timestamp(milliseconds: integer()) }

    /// A time, or nil for NULL.
    package mutating func timestampOrNil() throws -> Timestamp? {
        try integerOrNil().map { Timestamp(milliseconds: $0) }
    }

    /// A sealed record, from the name of its key and its bytes.
    package mutating func sealed() throws -> SealedRecord { try sealedOrNil().orCorrupt }

    /// The same; nil if it was erased.
    package mutating func sealedOrNil() throws -> SealedRecord? {
        let keyID = try textOrNil()
        let bytes = try bytesOrNil()
        guard let keyID, let bytes else { return nil }
        return SealedRecord(keyID: keyID, bytes: bytes)
    }
}
