import DialectKit
import PaymentDomain

/// A registration that was read.
struct EProtectRegistration {
    let command: RegisterCommand
    let credential: PresentedCredential
}

extension EProtectDialect {
    /// The parameters of a request: in the query of a GET, in the body of a POST.
    func fields(of request: DialectRequest) throws(EProtectFault) -> FormFields {
        let isPost = request.head.route.method == "POST"
        guard !isPost || isForm(request.head.header("content-type")) else {
            throw EProtectFault(.unsupportedContentType)
        }
        do {
            if isPost { return try FormFields(body: request.body, limits: limits) }
            return try FormFields(query: request.head.query, limits: limits)
        } catch {
            throw EProtectFault(error)
        }
    }

    /// Whether a content type is that of a form; a client that names none is taken at its path's word.
    private func isForm(_ contentType: String?) -> Bool {
        guard let contentType, !contentType.isEmpty else { return true }
        let type = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        return type == "application/x-www-form-urlencoded"
    }

    /// Reads the parameters of a registration. The mirrored ones are read first, so that a refusal mirrors them too.
    func registration(
        _ fields: FormFields, of head: RequestHead, _ exchange: inout EProtectExchange
    ) throws(EProtectFault) -> EProtectRegistration {
        do throws(EProtectRule) {
            exchange.mirror(fields)
            if head.route.method == "GET", fields.contains(EProtectCallback.field) {
                guard exchange.callback != nil else { throw .callbackInvalid }
            }
            let paypageID = try paypageID(fields)
            try expectNames(fields)
            let source = try EProtectSource.read(fields)
            exchange.isApplePay = source.isApplePay
            return EProtectRegistration(
                command: RegisterCommand(
                    source: source.source,
                    id: head.chance.registrationID(ofWallet: source.isApplePay),
                    lifetimeSeconds: EProtectLimits.registrationSeconds),
                credential: PresentedCredential(
                    identity: VantivIdentity.paypage(paypageID), secret: ""))
        } catch {
            throw EProtectFault(error)
        }
    }

    private func paypageID(_ fields: FormFields) throws(EProtectRule) -> String {
        guard let value = fields["paypageId"],
            EProtectLimits.paypageID.contains(value.utf8.count),
            value.utf8.allSatisfy(isLetterOrDigit)
        else { throw .paypageInvalid }
        return value
    }

    private func expectNames(_ fields: FormFields) throws(EProtectRule) {
        guard let reportGroup = fields.filled("reportGroup") else { throw .reportGroupMissing }
        guard EProtectLimits.reportGroup.contains(reportGroup.utf8.count) else {
            throw .reportGroupTooLong
        }
        guard let id = fields.filled("id") else { throw .idMissing }
        guard EProtectLimits.id.contains(id.utf8.count) else { throw .idTooLong }
        guard fields["orderId"]?.utf8.count ?? 0 <= EProtectLimits.orderID else {
            throw .orderIDTooLong
        }
        guard ![id, fields["orderId"] ?? ""].contains(where: \.hasControlCharacter) else {
            throw .controlCharacter
        }
    }

    private func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}

extension EProtectExchange {
    /// Takes over what the reply says again, unless it is too long to be right.
    mutating func mirror(_ fields: FormFields) {
        targetServer = ["primary", "secondary"].first { fields.holds($0, in: "targetServer") }
        reportGroup = short(fields["reportGroup"], EProtectLimits.reportGroup.upperBound)
        id = short(fields["id"], EProtectLimits.id.upperBound)
        orderID = short(fields["orderId"], EProtectLimits.orderID)
    }

    private func short(_ value: String?, _ limit: Int) -> String? {
        guard let value, value.utf8.count <= limit else { return nil }
        return value
    }
}
