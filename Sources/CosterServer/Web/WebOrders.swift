import CardVault
import PaymentDomain
import PaymentEngine
import PaymentStorage
import WebPayments

/// Orders of web shops, in a database: created by shops' servers and operators, paid by pages.
package struct WebOrders: Sendable {
    private let store: SQLPaymentStore
    private let names: WebOrderNames
    private let earliestSigning: @Sendable () -> Timestamp?

    /// The orders of a database.
    ///
    /// - Parameter earliestSigning: When the last restore of a backup was over; nil if there was none.
    package init(
        store: SQLPaymentStore, vault: CardVault,
        earliestSigning: @escaping @Sendable () -> Timestamp?
    ) {
        self.store = store
        self.earliestSigning = earliestSigning
        names = WebOrderNames(vault)
    }

    /// What the web asks for, with an engine that pays.
    ///
    /// - Parameter isCurrent: Whether what the server knows of merchants and keys still holds. No order is shown before.
    func ports(
        _ engine: PaymentEngine, isCurrent: @escaping @Sendable () -> Bool
    ) -> OrderPorts {
        OrderPorts(
            create: { order, merchant, key, now async throws(WebOrderRefusal) in
                try await create(order, for: merchant, key: key, at: now)
            },
            find: { sign async throws(WebOrderRefusal) in
                guard isCurrent() else { throw .payment(.storeUnavailable) }
                return try await order(sign)
            },
            view: { order async throws(WebOrderRefusal) in try await view(of: order) },
            pay: { order, payment async throws(WebOrderRefusal) in
                try await engine.pay(
                    order, with: payment.token, billing: payment.billing, id: payment.requestID,
                    at: payment.receivedAt)
            })
    }

    /// Creates an order.
    ///
    /// - Parameter key: The request's idempotency key: its repetition gets the same order.
    package func create(
        _ new: NewWebOrder, for merchant: MerchantID, key: String? = nil, at now: Timestamp
    ) async throws(WebOrderRefusal) -> WebOrderView {
        let order = WebOrder(new, id: names.name(for: merchant, key: key), merchant, at: now)
        let stored = try await stored { try await store.create(order) }
        guard stored.isSame(as: order) else { throw .otherOrder }
        return try await view(of: stored)
    }

    /// The newest orders of a merchant, newest first.
    package func newest(
        of merchant: MerchantID, upTo limit: Int
    ) async throws(WebOrderRefusal) -> [WebOrderView] {
        var views: [WebOrderView] = []
        for order in try await stored({ try await store.orders(of: merchant, upTo: limit) }) {
            views.append(try await view(of: order))
        }
        return views
    }

    /// An order by its name, for an operator.
    package func order(named text: String) async throws(WebOrderRefusal) -> WebOrder {
        guard let id = WebOrderID(typed: text),
            let order = try await stored({ try await store.order(id) })
        else { throw .unknown }
        return order
    }

    /// The order that somebody may see.
    func order(_ sign: WebOrderSign) async throws(WebOrderRefusal) -> WebOrder {
        let id: WebOrderID? =
            switch sign {
            case .name(let id, _): id
            case .clientSecret(let text): names.order(withClientSecret: text)
            case .link(let text): names.order(withLink: text)
            }
        guard let id, let order = try await stored({ try await store.order(id) }) else {
            throw .unknown
        }
        if case .name(_, let merchant) = sign, merchant != order.merchant { throw .unknown }
        return order
    }

    /// An order with its state and its secrets.
    package func view(of order: WebOrder) async throws(WebOrderRefusal) -> WebOrderView {
        let tries = try await stored {
            let tries = try await store.priors(order.tryKeys)
            // Who hears that an order is paid, or isn't, acts on it.
            try await store.awaitCopies()
            return tries
        }
        return WebOrderView(
            order: order,
            standing: order.standing(
                after: tries, earliestSigning: earliestSigning(), at: SystemClock.now()),
            clientSecret: names.clientSecret(of: order.id),
            path: OrderPageDialect.path(ofLink: names.link(of: order.id)))
    }

    private func stored<Value>(
        _ body: () async throws -> Value
    ) async throws(WebOrderRefusal) -> Value {
        do {
            return try await body()
        } catch {
            throw .payment(.storeUnavailable)
        }
    }
}

extension WebOrder {
    fileprivate init(
        _ new: NewWebOrder, id: WebOrderID, _ merchant: MerchantID, at now: Timestamp
    ) {
        self.init(
            id: id, merchant: merchant, amount: new.amount, reference: new.reference,
            createdAt: now, expiresAt: now.adding(seconds: new.seconds))
        description = new.description
        items = new.items
        capturesAtOnce = new.capturesAtOnce
    }

    /// Whether both have the same content, whenever they were asked for.
    fileprivate func isSame(as other: WebOrder) -> Bool {
        let moved = WebOrder(
            id: other.id, merchant: other.merchant, amount: other.amount,
            reference: other.reference, createdAt: createdAt,
            expiresAt: createdAt.adding(
                seconds: (other.expiresAt.milliseconds - other.createdAt.milliseconds) / 1000))
        var same = moved
        same.description = other.description
        same.items = other.items
        same.capturesAtOnce = other.capturesAtOnce
        return same == self
    }
}
