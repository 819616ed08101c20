import DialectKit
import PaymentDomain
import StrictXML

extension RadialDialect {
    /// DecryptBlobRequest: the first of the two requests of the older Apple Pay flow.
    func decryption(
        _ root: XMLNode, _ exchange: RadialExchange
    ) throws(RadialProblem) -> RadialDecoded {
        let message = try reading { () throws(XMLReadError) in try DecryptBlobMessage(root) }
        // "apd" is Apple's paymentData. Source: Radial, Apple decryption (2016), sample.
        guard message.algorithm == "apd" else { throw .broken(.unsupportedAlgorithm) }
        return RadialDecoded(
            command: .openToken(OpenTokenCommand(payload: .fields(message.fields))),
            requestID: message.requestID, exchange: exchange)
    }
}
