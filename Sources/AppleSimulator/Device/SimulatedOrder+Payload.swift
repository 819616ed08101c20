import PaymentDomain

/// The plaintext that the device encrypts.
///
/// Source: Apple, Payment token format reference, "Payment data keys"; order of keys as in genuine
/// tokens.
extension SimulatedOrder {
    /// The payload of this order as JSON; each call makes another random cryptogram if the order has none.
    package func payload() -> [UInt8] {
        var members: [(key: String, value: SimulatedJSON)] = [
            ("applicationPrimaryAccountNumber", .text(card.digits)),
            ("applicationExpirationDate", .text(expirationDate)),
            ("currencyCode", .text(amount.currency.numeric)),
            // In minor units, as in every genuine token: 100 is 1.00 USD.
            ("transactionAmount", .number(String(amount.minorUnits))),
        ]
        if let cardholderName { members.append(("cardholderName", .text(cardholderName))) }
        members += [
            ("deviceManufacturerIdentifier", .text(card.deviceManufacturerIdentifier)),
            ("paymentDataType", .text(paymentDataType.rawValue)),
            ("paymentData", .object(paymentData)),
        ]
        if !authenticationResponses.isEmpty {
            members.append(("authenticationResponses", .list(shares)))
        }
        if let merchantToken { members += SimulatedOrder.members(of: merchantToken) }
        return Array(SimulatedJSON.object(members).serialized.utf8)
    }

    private var paymentData: [(key: String, value: SimulatedJSON)] {
        switch paymentDataType {
        case .threeDSecure:
            let bytes = cryptogram ?? randomBytes(SimulatorLimits.cryptogramBytes)
            var members: [(key: String, value: SimulatedJSON)] = [
                ("onlinePaymentCryptogram", .text(base64(bytes)))
            ]
            if let digits = indicatorDigits { members.append(("eciIndicator", .text(digits))) }
            return members
        case .emv:
            let bytes = emvData ?? SimulatedOrder.someEMVData
            var members: [(key: String, value: SimulatedJSON)] = [
                ("emvData", .text(base64(bytes)))
            ]
            if let encryptedPIN {
                members.append(("encryptedPINData", .text(hex(encryptedPIN))))
            }
            return members
        }
    }

    private var indicatorDigits: String? {
        switch indicator {
        case .usual: card.usualECI?.value
        case .absent: nil
        case .value(let digits): digits
        }
    }

    private var shares: [SimulatedJSON] {
        authenticationResponses.map { share in
            .object([
                ("merchantIdentifier", .text(share.merchantIdentifier)),
                ("authenticationData", .text(base64(share.authenticationData))),
                ("transactionAmount", .text(String(share.amount.minorUnits))),
            ])
        }
    }

    private static func members(
        of merchantToken: SimulatedMerchantToken
    ) -> [(key: String, value: SimulatedJSON)] {
        let art = SimulatedJSON.object([
            ("name", .text("cardArt")), ("type", .text("image/png")),
            ("url", .text("https://simulator.invalid/card-art.png")),
        ])
        let card = SimulatedJSON.object([
            ("expirationDate", .text(merchantToken.expirationDate)),
            ("fpanSuffix", .text(merchantToken.cardSuffix)),
        ])
        return [
            ("merchantTokenIdentifier", .text(merchantToken.identifier)),
            (
                "merchantTokenMetadata",
                .object([("cardArt", .list([art])), ("cardMetadata", card)])
            ),
        ]
    }

    /// An application cryptogram, its information data, and a counter, in BER-TLV.
    ///
    /// Source: EMV Book 3, annex A: tags 9F26, 9F27 and 9F36.
    private static let someEMVData: [UInt8] = [
        0x9F, 0x26, 0x08, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
        0x9F, 0x27, 0x01, 0x80, 0x9F, 0x36, 0x02, 0x00, 0x01,
    ]
}
