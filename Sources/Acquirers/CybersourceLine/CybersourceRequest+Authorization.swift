@_spi(CardData) import PaymentDomain
import PaymentEngine
import StrictCoding

extension CybersourceRequest {
    /// An authorization without a capture: the engine asks for that under an identifier of its own.
    ///
    /// Source: Cybersource, Apple Pay Developer Guide, authorization with merchant decryption.
    init(authorization request: AcquirerAuthorization, as network: CybersourceNetwork) {
        self.init(
            "/pts/v2/payments", code: request.id, transaction: request.id,
            success: [.authorized]
        ) { root in
            root.member("processingInformation") { $0.processing(request, network) }
            root.member("paymentInformation") { $0.card(request, network) }
            root.member("orderInformation") { order in
                order.amount(request.amount)
                order.contact(request.billing)
            }
            if let address = request.billing.networkAddress.flatMap({ IPAddress($0) }) {
                root.member("deviceInformation") { $0.member("ipAddress", "\(address)") }
            }
            if let cryptogram = request.cryptogram {
                root.member("consumerAuthenticationInformation") {
                    $0.proof(cryptogram, request.eci, network)
                }
            }
        }
    }

    /// Money given to a card without an earlier payment.
    init(credit request: AcquirerAuthorization, as network: CybersourceNetwork) {
        self.init(
            "/pts/v2/credits", code: request.id, transaction: request.id, success: [.accepted]
        ) { root in
            root.member("processingInformation") {
                $0.member("commerceIndicator", CybersourceRequest.internet)
            }
            root.member("paymentInformation") { $0.card(request, network) }
            root.member("orderInformation") { order in
                order.amount(request.amount)
                order.contact(request.billing)
            }
        }
    }

    /// The indicator of a payment that no device proves.
    fileprivate static let internet = "internet"
}

extension JSONWriter.Object {
    fileprivate mutating func processing(
        _ request: AcquirerAuthorization, _ network: CybersourceNetwork
    ) {
        let isOfDevice = request.cryptogram != nil
        member("capture", false)
        member(
            "commerceIndicator",
            isOfDevice ? network.commerceIndicator : CybersourceRequest.internet)
        // Apple Pay.
        if isOfDevice { member("paymentSolution", "001") }
        let isStored = request.entryMode == .credentialOnFile && !isOfDevice
        guard request.allowsPartialApproval || isStored else { return }
        member("authorizationOptions") { options in
            if request.allowsPartialApproval { options.member("partialAuthIndicator", true) }
            guard isStored else { return }
            options.member("initiator") { initiator in
                initiator.member("type", "customer")
                initiator.member("storedCredentialUsed", true)
            }
        }
    }

    /// A card, or the account number of a device with its cryptogram.
    fileprivate mutating func card(
        _ request: AcquirerAuthorization, _ network: CybersourceNetwork
    ) {
        member(request.cryptogram == nil ? "card" : "tokenizedCard") { card in
            request.pan.withDigits { card.member("number", $0) }
            if let expiry = request.expiry {
                card.member("expirationMonth", String(expiry.month).withLeadingZeros(to: 2))
                card.member("expirationYear", String(expiry.year))
            }
            card.member("type", network.cardType)
            if let cryptogram = request.cryptogram {
                cryptogram.withBytes { card.member("cryptogram", Base64.encode($0.blocks.first)) }
                // In an app or on a page.
                card.member("transactionType", "1")
            }
            if let code = request.securityCode {
                code.withDigits { card.member("securityCode", $0) }
            }
        }
    }

    /// The cryptogram once more, in the network's own fields, and the indicator as the device gave it.
    fileprivate mutating func proof(
        _ cryptogram: Cryptogram, _ eci: ECI?, _ network: CybersourceNetwork
    ) {
        cryptogram.withBytes { bytes in
            let (first, second) = bytes.blocks
            switch network.proof {
            case .cavv:
                member("cavv", Base64.encode(first))
                member("xid", optional: second.map { Base64.encode($0) })
            case .ucaf:
                member("ucafAuthenticationData", Base64.encode(bytes))
                member("ucafCollectionIndicator", "2")
            }
        }
        member("eciRaw", optional: eci?.value)
    }

    /// The address of the cardholder. What doesn't fit is left out: a part of it would be refused, or compared.
    fileprivate mutating func contact(_ billing: BillingDetails) {
        let fields: [(StaticString, String?, Int)] = [
            ("firstName", billing.firstName, CybersourceLimits.name),
            ("lastName", billing.lastName, CybersourceLimits.name),
            ("address1", billing.street, CybersourceLimits.street),
            ("locality", billing.city, CybersourceLimits.city),
            ("administrativeArea", billing.region, CybersourceLimits.region),
            ("postalCode", billing.postalCode, CybersourceLimits.postalCode),
            ("country", billing.country, CybersourceLimits.country),
            ("email", billing.email, CybersourceLimits.email),
            ("phoneNumber", billing.phone, CybersourceLimits.phone),
        ]
        let filled = fields.compactMap { name, text, length in
            text.flatMap { (1...length).contains($0.unicodeScalars.count) ? (name, $0) : nil }
        }
        guard !filled.isEmpty else { return }
        member("billTo") { contact in
            for (name, text) in filled { contact.member(name, text) }
        }
    }
}

extension [UInt8] {
    /// American Express's forty bytes are two blocks, each in a field of its own.
    ///
    /// Source: Cybersource, required fields for authorizing a payment using merchant decryption for American Express.
    fileprivate var blocks: (first: [UInt8], second: [UInt8]?) {
        count == 40 ? (Array(prefix(20)), Array(suffix(20))) : (self, nil)
    }
}
