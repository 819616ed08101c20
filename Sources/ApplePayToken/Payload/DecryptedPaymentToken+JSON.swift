import StrictCoding

@_spi(CardData) import PaymentDomain

extension DecryptedPaymentToken {
    /// The text in place of hidden values.
    private static let hidden = "hidden"

    /// The payload under Apple's own names, for a person at the command line.
    ///
    /// - Parameter reveal: Whether card data are written out. Otherwise the account number shows
    ///   its last four digits, and cryptograms, chip data and the name are hidden.
    ///
    /// Source: Apple, Payment token format reference, "Payment data keys".
    public func payloadJSON(reveal: Bool) -> String {
        var json = PayloadJSON()
        json.string("applicationPrimaryAccountNumber", accountNumber(reveal))
        json.string("applicationExpirationDate", applicationExpirationDate)
        json.string("currencyCode", amount.currency.numeric)
        json.raw("transactionAmount", String(amount.minorUnits))
        json.string(
            "cardholderName",
            cardholderName.map { reveal ? $0.withText { $0 } : DecryptedPaymentToken.hidden })
        json.string("deviceManufacturerIdentifier", deviceManufacturerIdentifier)
        json.string("paymentDataType", paymentDataType)
        json.raw("paymentData", proofJSON(reveal))
        if !authenticationResponses.isEmpty {
            let responses = authenticationResponses.map { responseJSON($0, reveal) }
            json.raw("authenticationResponses", "[\(responses.joined(separator: ","))]")
        }
        json.string("merchantTokenIdentifier", merchantToken?.identifier)
        json.raw("merchantTokenMetadata", merchantToken?.metadataJSON)
        return json.object
    }

    private func accountNumber(_ reveal: Bool) -> String {
        guard !reveal else { return pan.withDigits { $0 } }
        return String(repeating: "*", count: max(0, pan.count - 4)) + pan.lastFour
    }

    private func proofJSON(_ reveal: Bool) -> String {
        var json = PayloadJSON()
        switch proof {
        case .threeDSecure(let cryptogram, let eci):
            json.string("onlinePaymentCryptogram", base64(cryptogram, reveal))
            json.string("eciIndicator", eci?.value)
        case .emv(let data, let encryptedPIN):
            let hidden = DecryptedPaymentToken.hidden
            json.string("emvData", reveal ? data.withBytes { Base64.encode($0) } : hidden)
            json.string(
                "encryptedPINData",
                encryptedPIN.map { pin in reveal ? pin.withBytes { Hex.encode($0) } : hidden })
        }
        return json.object
    }

    private func responseJSON(_ response: AuthenticationResponse, _ reveal: Bool) -> String {
        var json = PayloadJSON()
        json.string("merchantIdentifier", response.merchantIdentifier)
        json.string("authenticationData", base64(response.cryptogram, reveal))
        json.string("transactionAmount", response.transactionAmount)
        return json.object
    }

    private func base64(_ cryptogram: Cryptogram, _ reveal: Bool) -> String {
        reveal ? cryptogram.withBytes { Base64.encode($0) } : DecryptedPaymentToken.hidden
    }
}
