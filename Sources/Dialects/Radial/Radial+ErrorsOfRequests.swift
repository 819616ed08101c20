import DialectKit
import PaymentDomain
import StrictXML

extension RadialFault {
    /// The Fault for a document or a field that cannot be read.
    init(_ error: XMLReadError) {
        switch error.rule {
        case .documentTooLarge:
            self.init(413, .requestTooLarge, error.code, error.sentence)
        case .outOfMemory:
            self.init(503, .serviceUnavailable, error.code, error.sentence, mayRepeat: true)
        case .documentEmpty, .unsupportedEncoding, .unsupportedVersion, .malformed, .doctype,
            .entity, .processingInstruction, .lateDeclaration, .namespace, .duplicateAttribute,
            .tooDeep, .tooManyElements, .tooManyAttributes, .textTooLong, .wrongRoot,
            .wrongNamespace:
            self.init(400, .malformedRequest, error.code, error.sentence)
        case .malformedAmount, .negativeAmount, .tooManyDecimals, .amountTooLarge,
            .unknownCurrency:
            self.init(400, .invalidAmount, error.code, error.sentence)
        case .missingElement, .repeatedElement, .unexpectedElement, .unexpectedText,
            .missingAttribute, .unexpectedAttribute, .tooShort, .tooLong, .malformedBoolean,
            .malformedMonth, .malformedDateTime, .malformedAddress, .unknownWord, .malformedValue:
            self.init(400, .invalidRequest, error.code, error.sentence)
        }
    }

    /// The Fault for a rule of the dialect.
    init(_ rule: RadialRule) {
        let reason = rule.rawValue
        switch rule {
        case .unsupportedContentType:
            self.init(
                415, .malformedRequest, reason, "Send text/xml or application/xml in UTF-8.")
        case .invalidTender:
            self.init(
                400, .invalidTenderType, reason,
                "Use DW to authorize a wallet, and the TenderType of that reply for all else.")
        case .failsLuhn:
            self.init(
                400, .panFailsLuhnCheck, reason,
                "The card number is mistyped. Ask the customer to correct it.")
        case .invalidPAN:
            self.init(
                400, .invalidRequest, reason,
                "PaymentAccountUniqueId is no card number. For a token, isToken must be true.")
        case .unknownNetwork:
            self.init(
                400, .unknownPanBinRange, reason,
                "The card number belongs to no known network. Ask for another card.")
        case .invalidHandle:
            self.init(
                400, .invalidRequest, reason,
                "PaymentAccountUniqueId is no token of this service. For a card, isToken is false.")
        case .cardNumberNotAllowed:
            self.init(
                400, .invalidRequest, reason,
                "Send the PaymentAccountUniqueId of the reply with isToken true, not a card number."
            )
        case .encryptedFieldUnsupported:
            self.init(
                400, .unsupportedFeature, reason,
                "Encrypted account numbers and security codes are not supported.")
        case .cardPresentUnsupported:
            self.init(
                400, .unsupportedFeature, reason,
                "A card that is present is not supported. Send a wallet or a PaymentContext.")
        case .cryptogramWithToken:
            self.init(
                400, .unsupportedFeature, reason,
                "CavvUcaf needs the card number that it was made for, not a token.")
        case .unsupportedAlgorithm:
            self.init(
                400, .unsupportedFeature, reason, "AlgorithmVersion must be apd, Apple's data.")
        case .amountZero:
            self.init(
                400, .invalidAmount, reason,
                "The amount is zero. Only a final debit may be, to give up what is left.")
        case .unknownOperation:
            self.init(500, .systemError, reason, "The service has no such operation.")
        }
    }
}
