import PaymentDomain

/// An event whose deliveries are to be queued.
package struct NewEvent: Sendable, Hashable {
    /// The event's identifier.
    package let id: String
    package let kind: String
    /// The merchant whose endpoints get it.
    package let merchant: MerchantID
    /// The forms that have something for it.
    package let formats: Set<WebhookFormat>
    /// Its place in the order of all events.
    package let number: Int64

    package init(
        id: String, kind: String, merchant: MerchantID, number: Int64,
        formats: Set<WebhookFormat> = [.standard]
    ) {
        self.id = id
        self.number = number
        self.kind = kind
        self.merchant = merchant
        self.formats = formats
    }
}

/// An endpoint with due deliveries.
package struct DueEndpoint: Sendable, Hashable {
    package let id: WebhookID
    /// Since when the first of them has been due.
    package let since: Timestamp

    package init(id: WebhookID, since: Timestamp) {
        self.id = id
        self.since = since
    }
}

/// A delivery that its lane has claimed. Its try is counted already, so that a crash can't try for ever.
package struct ClaimedDelivery: Sendable, Hashable {
    package let endpoint: WebhookID
    /// The event's identifier.
    package let event: String
    /// The tries with this one.
    package let tries: Int
    /// The number of the claim. The result of an older claim doesn't count.
    package let lease: Int64

    package init(endpoint: WebhookID, event: String, tries: Int, lease: Int64) {
        self.endpoint = endpoint
        self.event = event
        self.tries = tries
        self.lease = lease
    }
}

/// The result of a claimed delivery.
package struct ConcludedDelivery: Sendable, Hashable {
    package let delivery: ClaimedDelivery
    package let result: DeliveryResult
    package let verdict: DeliveryVerdict
    /// Whether our own end cut the try off, so that it says nothing of the endpoint.
    package let isCutOff: Bool

    package init(
        delivery: ClaimedDelivery, result: DeliveryResult, verdict: DeliveryVerdict,
        isCutOff: Bool = false
    ) {
        self.isCutOff = isCutOff
        self.delivery = delivery
        self.result = result
        self.verdict = verdict
    }
}

/// To which endpoints an event is sent again. A batch's event goes to many merchants, and none may reach another's.
package enum ResendScope: Sendable, Hashable {
    /// The operator's.
    case everyMerchant
    case merchant(MerchantID)
    case endpoint(WebhookID)
}
