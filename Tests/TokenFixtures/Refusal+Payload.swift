import ApplePayToken
import AppleSimulator
import PaymentDomain

extension Refusal {
    private static func lacks(_ field: TokenField) -> Refusal {
        Refusal(
            "a plaintext without \(field.rawValue)", .payloadMissing(field),
            plaintext: Plaintext().with(field.rawValue, nil).bytes)
    }

    private static func plaintext(
        _ rule: String, _ error: PaymentTokenError, _ field: TokenField, _ json: String
    ) -> Refusal {
        Refusal(rule, error, plaintext: Plaintext().with(field.rawValue, json).bytes)
    }

    private static func cryptogram(_ card: TestCard, _ count: Int) -> Refusal {
        Refusal("a cryptogram of \(count) bytes from \(card)", .cryptogramLength) { fixture in
            var order = fixture.order(card)
            order.cryptogram = Array(repeating: 3, count: count)
            return try fixture.token(order)
        }
    }

    /// What is wrong with the plaintext of a token that is good otherwise.
    package static let payloads: [Refusal] = missing + values

    private static let missing: [Refusal] = [
        Refusal("an empty plaintext", .payloadNotJSON, plaintext: []),
        Refusal("a plaintext that is not JSON", .payloadNotJSON, plaintext: Array("hello".utf8)),
        Refusal("a plaintext that is an array", .payloadNotJSON, plaintext: Array("[]".utf8)),
        Refusal(
            "a plaintext that is not UTF-8", .payloadNotJSON, plaintext: [0x7B, 0xFF, 0xFE, 0x7D]),
        Refusal(
            "a plaintext with a key twice", .payloadNotJSON,
            plaintext: Array(#"{"transactionAmount":1,"transactionAmount":2}"#.utf8)),
        lacks(.applicationPrimaryAccountNumber), lacks(.applicationExpirationDate),
        lacks(.currencyCode), lacks(.transactionAmount), lacks(.paymentDataType),
        lacks(.paymentData),
        plaintext(
            "3DSecure without a cryptogram", .payloadMissing(.onlinePaymentCryptogram),
            .paymentData, #"{"emvData":"AQ=="}"#),
        Refusal(
            "EMV without EMV data", .payloadMissing(.emvData),
            plaintext: Plaintext().with("paymentDataType", #""EMV""#).bytes),
        plaintext(
            "another kind of payment data", .unknownPaymentDataType, .paymentDataType, #""4D""#),
    ]

    private static let values: [Refusal] = [
        plaintext(
            "an account number that fails Luhn", .invalidPAN, .applicationPrimaryAccountNumber,
            #""4895370012003479""#),
        plaintext(
            "an account number with a letter", .invalidPAN, .applicationPrimaryAccountNumber,
            #""489537001200347x""#),
        plaintext(
            "an account number of ten digits", .invalidPAN, .applicationPrimaryAccountNumber,
            #""4895370018""#),
        plaintext(
            "an account number that is a number", .payloadInvalid(.applicationPrimaryAccountNumber),
            .applicationPrimaryAccountNumber, "4895370012003478"),
        plaintext("an expired card", .expiredCard, .applicationExpirationDate, #""261031""#),
        plaintext(
            "a month that does not exist", .payloadInvalid(.applicationExpirationDate),
            .applicationExpirationDate, #""311330""#),
        plaintext("a currency that does not exist", .unknownCurrency, .currencyCode, #""000""#),
        plaintext("a currency by its letters", .unknownCurrency, .currencyCode, #""USD""#),
        plaintext("a currency without its zero", .unknownCurrency, .currencyCode, #""36""#),
        plaintext("half a cent", .invalidAmount, .transactionAmount, "1499.5"),
        plaintext("an amount below zero", .invalidAmount, .transactionAmount, "-1499"),
        plaintext("an amount beyond all money", .invalidAmount, .transactionAmount, "1e30"),
        plaintext("an amount past twelve digits", .invalidAmount, .transactionAmount, "1e12"),
        plaintext(
            "an amount that is a string", .payloadInvalid(.transactionAmount), .transactionAmount,
            #""1499""#),
        plaintext(
            "a cryptogram that is not base64", .payloadInvalid(.onlinePaymentCryptogram),
            .paymentData, #"{"onlinePaymentCryptogram":"???"}"#),
        plaintext(
            "an indicator of three digits", .payloadInvalid(.eciIndicator), .paymentData,
            #"{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM=","eciIndicator":"777"}"#),
        cryptogram(.visa, 19), cryptogram(.visa, 21), cryptogram(.visa, 40),
        cryptogram(.mastercard, 18), cryptogram(.mastercard, 40), cryptogram(.amex, 39),
        cryptogram(.discover, 40), cryptogram(.visa, 0),
    ]

    /// What is right in itself and wrong for the order.
    package static let orders: [Refusal] = [
        against("a cent more than approved", .amountMismatch, 1500, .usd),
        against("a cent less than approved", .amountMismatch, 1498, .usd),
        against(
            "more than approved where less is allowed", .amountMismatch, 1500, .usd, less: true),
        against("another currency", .currencyMismatch, 1499, Currency(code: "EUR") ?? .usd),
        application("application data of another order", Array(repeating: 1, count: 32)),
        application("application data where the order has other", nil),
    ]

    private static func against(
        _ rule: String, _ error: PaymentTokenError, _ units: Int64, _ currency: Currency,
        less: Bool = false
    ) -> Refusal {
        var refusal = Refusal(rule, error) { try $0.token() }
        do {
            let amount = try Money(minorUnits: units, currency: currency)
            refusal.order = OrderExpectation(amount: amount, allowsLess: less)
        } catch {
            preconditionFailure("the amounts in this table are amounts")
        }
        return refusal
    }

    private static func application(_ rule: String, _ signed: [UInt8]?) -> Refusal {
        var refusal = Refusal(rule, .applicationDataMismatch) { fixture in
            var order = fixture.order()
            order.applicationData = signed
            return try fixture.token(order)
        }
        refusal.order = OrderExpectation(
            amount: nil, applicationDataHash: Array(repeating: 2, count: 32))
        return refusal
    }
}
