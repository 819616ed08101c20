import DialectKit
import PaymentDomain

/// Takes requests in one dialect through the house.
struct DialectEndpoint<D: Dialect>: Endpoint {
    let dialect: D
    let services: GatewayServices
    let admission: Admission
    let rates: RateLimits?
    let retryAfterSeconds: Int

    var dialectName: String { dialect.name }

    func refusal(of head: RequestHead) -> DialectReply? { refusal(.overloaded, on: head, nil) }

    /// The way of a request: head, credential, body, command, result, reply.
    ///
    /// What costs the client much and us little comes first: a stranger's body is never read, and a
    /// server that has no room says so before anything else. A place is taken only when the body is
    /// there, so that a slow client holds none.
    func answer(
        _ head: RequestHead, target: String, body: inout BodyReader
    ) async -> DialectReply {
        do throws(GatewayRefusal) {
            guard admission.hasRoom() else { throw .overloaded }
            let merchantOfHead = try await merchant(namedIn: head)
            let request = DialectRequest(head: head, body: try await body.read())
            let first = holder(of: merchantOfHead, on: head)
            guard await admission.enter(as: first) else { throw .overloaded }
            var holder: Admission.Holder? = first
            defer { if let holder { admission.leave(as: holder) } }
            // Nothing has happened yet: after a wait that the client gave up, nothing needs to.
            guard body.isClientThere else { throw .bodyIncomplete }
            switch dialect.decode(request) {
            case .reply(let reply):
                return reply
            case .command(let command, let name, let credential, let exchange):
                let merchant: MerchantID
                do throws(GatewayRefusal) {
                    merchant = try await self.merchant(merchantOfHead, and: credential)
                    // A merchant that only the body names takes its share now.
                    if merchantOfHead == nil, credential?.secret.isEmpty == false {
                        holder = nil
                        guard await admission.move(from: first, to: .merchant(merchant)) else {
                            throw GatewayRefusal.overloaded
                        }
                        holder = .merchant(merchant)
                    }
                } catch {
                    return refusal(error, on: head, exchange)
                }
                let origin = RequestOrigin(
                    merchant: merchant, dialect: dialect.name, name: name,
                    handles: dialect.handles, path: target, body: request.body)
                let outcome = await services.execute(command, origin, services.now())
                return dialect.encode(outcome, for: exchange)
            }
        } catch {
            return refusal(error, on: head, nil)
        }
    }

    /// Whose share of the places a request takes, as far as its head tells.
    private func holder(of merchant: MerchantID?, on head: RequestHead) -> Admission.Holder {
        guard let merchant, case .head(let presented) = dialect.credential(in: head),
            !presented.secret.isEmpty
        else { return .anonymous }
        return .merchant(merchant)
    }

    /// Whose request it is, as far as the head tells; nil where the credential is in the body.
    private func merchant(
        namedIn head: RequestHead
    ) async throws(GatewayRefusal) -> MerchantID? {
        switch dialect.credential(in: head) {
        case .missing: throw .unauthorized
        case .body: nil
        case .head(let presented):
            try counted(presented, of: try await merchant(of: presented))
        }
    }

    /// Whose request it is, after all: every credential that was presented must be right, and the
    /// same merchant's. Who was counted by the head is not counted again: what a body names beside it has no
    /// secret of its own, and strangers may use up the share of those who have none.
    private func merchant(
        _ ofHead: MerchantID?, and inBody: PresentedCredential?
    ) async throws(GatewayRefusal) -> MerchantID {
        guard let inBody else {
            guard let ofHead else { throw .unauthorized }
            return ofHead
        }
        let merchant = try await merchant(of: inBody)
        guard let ofHead else { return try counted(inBody, of: merchant) }
        guard ofHead == merchant else { throw .unauthorized }
        return merchant
    }

    private func merchant(
        of presented: PresentedCredential
    ) async throws(GatewayRefusal) -> MerchantID {
        switch await services.authenticate(dialect.name, presented) {
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
            ? RateLimits.Client.open(of: merchant, dialect: dialect.name)
            : RateLimits.Client(dialect: dialect.name, name: presented.identity)
        guard rates?.admits(client, at: services.uptime()) ?? true else { throw .rateLimited }
        return merchant
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
