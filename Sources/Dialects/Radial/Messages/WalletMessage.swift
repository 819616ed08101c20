import DialectKit
import PaymentDomain
import StrictXML

/// The Apple Pay token of a request, its base64 untouched but for white space around it.
///
/// Radial's samples break base64 over indented lines and leave out its last `=`; what that means is
/// the token core's to judge.
enum WalletMessage {
    /// WalletPaymentInformation. Source: Radial, Apple Pay, "Request Elements".
    ///
    /// Radial shows it for EC_v1 only. A token of RSA_v1 has a WrappedKey in place of the EphemeralPublicKey; the token
    /// core decides which of the two a version needs. ApplicationData, if the shop set any, follows PublicKeyHash, the
    /// last of the key's fields; Radial documents no place for it.
    static func read(_ node: XMLNode) throws(XMLReadError) -> ApplePayFields {
        var cursor = try XMLCursor(node, named: "WalletPaymentInformation")
        let short = RadialLimits.shortTokenField
        let transactionID = try cursor.requiredTrimmed("ApplePayTransactionId", max: short)
        let wrapped = try cursor.optionalTrimmed("WrappedKey", max: RadialLimits.wrappedKey)
        let key =
            wrapped == nil ? try cursor.requiredTrimmed("EphemeralPublicKey", max: short) : nil
        let hash = try cursor.requiredTrimmed("PublicKeyHash", max: short)
        let applicationData = try cursor.optionalTrimmed("ApplicationData", max: short)
        let version = try cursor.requiredTrimmed("Version", max: short)
        let data = try cursor.requiredTrimmed("Data", max: RadialLimits.tokenField)
        let signature = try cursor.requiredTrimmed("Signature", max: RadialLimits.tokenField)
        try cursor.finish()
        return ApplePayFields(
            version: version, data: data, signature: signature, ephemeralPublicKey: key,
            wrappedKey: wrapped, publicKeyHash: hash, transactionId: transactionID,
            applicationData: applicationData)
    }
}

/// DecryptBlobRequest.
///
/// Source: Radial, Apple decryption (2016), sample. Its end is not known to us: whatever follows
/// Signature is passed over, and the order within EncryptionHeader is not held against a client.
struct DecryptBlobMessage {
    let requestID: String?
    let algorithm: String
    let fields: ApplePayFields

    init(_ root: XMLNode) throws(XMLReadError) {
        let name: StaticString = "DecryptBlobRequest"
        try root.mustBe(name, in: RadialDialect.namespace)
        try root.allowAttributes(["requestId", "sessionId"], on: name)
        requestID = try root.attribute("requestId", max: RadialLimits.requestID)
        var cursor = try XMLCursor(root, named: name)
        algorithm = try cursor.requiredTrimmed("AlgorithmVersion", max: RadialLimits.word)
        var header = try XMLCursor(
            try cursor.requiredElement("EncryptionHeader"), named: "EncryptionHeader", order: .any)
        let short = RadialLimits.shortTokenField
        let key = try header.optionalTrimmed("EphemeralPublicKey", max: short)
        let wrapped = try header.optionalTrimmed("WrappedKey", max: RadialLimits.wrappedKey)
        let transactionID = try header.requiredTrimmed("TransactionId", max: short)
        let hash = try header.requiredTrimmed("PublicKeyHash", max: short)
        let applicationData = try header.optionalTrimmed("ApplicationData", max: short)
        try header.finish()
        let version = try cursor.requiredTrimmed("Version", max: short)
        let data = try cursor.requiredTrimmed("Data", max: RadialLimits.tokenField)
        let signature = try cursor.requiredTrimmed("Signature", max: RadialLimits.tokenField)
        cursor.skipRest()
        fields = ApplePayFields(
            version: version, data: data, signature: signature, ephemeralPublicKey: key,
            wrappedKey: wrapped, publicKeyHash: hash, transactionId: transactionID,
            applicationData: applicationData)
    }
}
