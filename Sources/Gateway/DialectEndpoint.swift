import DialectKit
import PaymentDomain

/// Takes requests in one dialect through the server.
struct DialectEndpoint<D: Dialect>: Endpoint {
    let dialect: D
    let services: GatewayServices
    let admission: Admission
    let rates: RateLimits<RatedClient>?
    let addresses: RateLimits<ClientAddress>?
    let retryAfterSeconds: Int

    var dialectName: String { dialect.name }

    func refusal(of head: RequestHead) -> DialectReply? { refusal(.overloaded, on: head, nil) }

    /// Answers a request that its client may send: not one that a page of another site caused, unless pages call the
    /// protocol by design. The merchant decides which pages may then read the reply.
    func answer(
        _ head: RequestHead, target: String, body: inout BodyReader
    ) async -> EndpointReply {
        guard dialect.isForPages || !head.isCrossSite else {
            return EndpointReply(.crossSite, isRefused: true)
        }
        var facts = RequestFacts()
        var answer = await answer(head, target: target, body: &body, &facts)
        answer.merchant = facts.merchant
        if dialect.isForPages, let origin = head.origin,
            services.allowsOrigin(origin, facts.merchant)
        {
            answer.reply.allow(origin)
        }
        services.seen?(
            GatewayExchange(
                dialect: dialect.name, head: head, body: facts.body, reply: answer.reply,
                outcome: answer.outcome.code, payment: answer.outcome.payment))
        return answer
    }

    /// The way of a request: head, credential, body, command, result, reply.
    ///
    /// Checks that cost the client much and us little come first: a stranger's body is never read, and a server without
    /// room says so before anything else. A place is taken only when the body is there and its credential is checked,
    /// so that neither a slow client nor a slow check holds one.
    private func answer(
        _ head: RequestHead, target: String, body: inout BodyReader, _ facts: inout RequestFacts
    ) async -> EndpointReply {
        do throws(GatewayRefusal) {
            guard admission.hasRoom() else { throw .overloaded }
            let address = body.clientAddress
            try count(address)
            let merchantOfHead = try await self.merchant(namedIn: head, address)
            facts.merchant = merchantOfHead
            let request = DialectRequest(head: head, body: try await body.read())
            if services.seen != nil { facts.body = request.body }
            switch dialect.decode(request) {
            case .reply(let reply):
                return EndpointReply(reply, isRefused: !hasSecret(head))
            case .question(let credential, let reply):
                let owner = try await self.merchant(merchantOfHead, and: credential, address)
                facts.merchant = owner
                let isProved = credential?.secret.isEmpty == false || hasSecret(head)
                let holder = holder(owner, hasSecret: isProved)
                return try await atPlace(of: holder, { body.isClientThere }) {
                    EndpointReply(await reply(owner), isRefused: !isProved)
                }
            case .proof(let prove):
                let proven = try await admission.outside(prove)
                facts.merchant = proven.merchant
                try count(RatedClient(dialect: dialect.name, name: proven.client))
                return try await atPlace(
                    of: .merchant(proven.merchant), { body.isClientThere }
                ) {
                    EndpointReply(await proven.reply(), isRefused: false)
                }
            case .answer(let reply):
                return try await atPlace(of: .anonymous, { body.isClientThere }) {
                    EndpointReply(await reply(), isRefused: true)
                }
            case .command(let command, let name, let credential, let exchange):
                let owner: MerchantID
                do throws(GatewayRefusal) {
                    owner = try await self.merchant(merchantOfHead, and: credential, address)
                } catch {
                    return refused(error, on: head, exchange)
                }
                facts.merchant = owner
                let isProved = credential?.secret.isEmpty == false || hasSecret(head)
                let origin = RequestOrigin(
                    merchant: owner, dialect: dialect.name, name: name,
                    handles: dialect.handles, path: target, body: request.body, id: head.id)
                let holder = holder(owner, hasSecret: isProved)
                return try await atPlace(of: holder, { body.isClientThere }) {
                    let outcome = await services.execute(command, origin, services.now())
                    return EndpointReply(
                        dialect.encode(outcome, for: exchange), isRefused: false,
                        outcome: RequestOutcome(outcome))
                }
            }
        } catch {
            return refused(error, on: head, nil)
        }
    }

    /// A secret proves whose share of the places it is.
    private func holder(_ merchant: MerchantID, hasSecret: Bool) -> Admission.Holder {
        hasSecret ? .merchant(merchant) : .anonymous
    }

    /// Carries out a request at a place of its holder.
    private func atPlace(
        of holder: Admission.Holder, _ isClientThere: () -> Bool,
        _ work: () async -> EndpointReply
    ) async throws(GatewayRefusal) -> EndpointReply {
        guard await admission.enter(as: holder) else { throw .overloaded }
        defer { admission.leave(as: holder) }
        // Nothing has happened yet: after a wait that the client gave up, nothing needs to.
        guard isClientThere() else { throw .bodyIncomplete }
        return await work()
    }

    /// Whether a head, whose credential was right, has a secret in it.
    private func hasSecret(_ head: RequestHead) -> Bool {
        guard case .head(let presented) = dialect.credential(in: head) else { return false }
        return !presented.secret.isEmpty
    }

    /// The merchant of a request by its head; nil if the credential is in the body.
    private func merchant(
        namedIn head: RequestHead, _ address: ClientAddress
    ) async throws(GatewayRefusal) -> MerchantID? {
        switch dialect.credential(in: head) {
        case .missing: throw .unauthorized
        case .body: nil
        case .head(let presented):
            try counted(presented, of: try await merchant(of: presented, address))
        }
    }

    /// The merchant of a request: every credential in it must be right, and the same merchant's. A request that was
    /// counted by its head isn't counted again: a name in the body has no secret of its own, and strangers may use up
    /// the share of those without one.
    private func merchant(
        _ ofHead: MerchantID?, and inBody: PresentedCredential?, _ address: ClientAddress
    ) async throws(GatewayRefusal) -> MerchantID {
        guard let inBody else {
            guard let ofHead else { throw .unauthorized }
            return ofHead
        }
        let merchant = try await merchant(of: inBody, address)
        guard let ofHead else { return try counted(inBody, of: merchant) }
        guard ofHead == merchant else { throw .unauthorized }
        return merchant
    }

    private func merchant(
        of presented: PresentedCredential, _ address: ClientAddress
    ) async throws(GatewayRefusal) -> MerchantID {
        let found = await admission.outside {
            await services.authenticate(dialect.clientNamespace, presented, address)
        }
        switch found {
        case .merchant(let merchant): return merchant
        case .refused: throw .unauthorized
        case .overloaded: throw .overloaded
        }
    }

    /// The merchant of a credential, whose request counts. Only who is known is counted, so that nobody can use up
    /// another's share; all of a merchant's who have no secret share one, since one may call himself by many names.
    private func counted(
        _ presented: PresentedCredential, of merchant: MerchantID
    ) throws(GatewayRefusal) -> MerchantID {
        let client =
            presented.secret.isEmpty
            ? RatedClient.open(of: merchant, dialect: dialect.clientNamespace)
            : RatedClient(dialect: dialect.clientNamespace, name: presented.identity)
        try count(client)
        return merchant
    }

    private func count(_ client: RatedClient) throws(GatewayRefusal) {
        guard rates?.admits(client, at: services.uptime()) ?? true else { throw .rateLimited }
    }

    /// Counts a request by its address, if the dialect and the server limit these: before its key is looked at, which may
    /// be any merchant's.
    private func count(_ address: ClientAddress) throws(GatewayRefusal) {
        guard dialect.limitsAddresses, let addresses else { return }
        guard addresses.admits(address, at: services.uptime()) else { throw .rateLimited }
    }

    private func refused(
        _ refusal: GatewayRefusal, on head: RequestHead, _ exchange: D.Exchange?
    ) -> EndpointReply {
        EndpointReply(self.refusal(refusal, on: head, exchange), isRefused: true)
    }

    private func refusal(
        _ refusal: GatewayRefusal, on head: RequestHead, _ exchange: D.Exchange?
    ) -> DialectReply {
        var reply = dialect.refuse(refusal, on: head, exchange: exchange)
        if refusal == .overloaded || refusal == .rateLimited {
            reply.headers["Retry-After"] = "\(retryAfterSeconds)"
        }
        return reply
    }
}

/// What is known of a request when it is answered.
private struct RequestFacts {
    var merchant: MerchantID?
    /// Empty unless someone looks at requests.
    var body: [UInt8] = []
}
