import DialectKit
import PaymentDomain
import StrictCoding

extension EProtectDialect {
    /// The reply to what was kept.
    ///
    /// All values are texts, in the order of the replies that were seen. For a token, the transaction's number comes
    /// under both of its names.
    ///
    /// Source: Vantiv, eProtect's Apple Pay reply.
    func reply(with card: RegisteredCard, to exchange: EProtectExchange) -> DialectReply {
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("paypageRegistrationId", card.id.value)
            reply.member("bin", card.issuerPrefix)
            reply.member("type", card.network?.vantivCode ?? "")
            if exchange.isApplePay {
                reply.member("expDate", optional: card.expiry?.monthAndYear)
            }
            if exchange.isApplePay {
                reply.member(exchange.generation.otherNumberName, exchange.number.description)
            }
            exchange.writeEnd(&reply, .success, EProtectCode.success.message)
            reply.member("firstSix", card.issuerPrefix)
            reply.member("lastFour", card.lastFour)
        }
        return wrapped(writer.bytes, exchange.callback, outcome: "registered")
    }

    /// The reply to what was refused.
    func reply(with fault: EProtectFault, to exchange: EProtectExchange) -> DialectReply {
        var writer = JSONWriter()
        writer.object { reply in
            exchange.writeEnd(&reply, fault.code, fault.message)
            reply.member("detail", optional: fault.detail)
        }
        var reply = wrapped(
            writer.bytes, exchange.callback, status: fault.status, outcome: fault.reason)
        if fault.mayRepeat {
            reply.headers["Retry-After"] = String(EProtectLimits.retryAfterSeconds)
        }
        return reply
    }

    /// The reply to the statistics: an empty object.
    ///
    /// Source: eProtect-api3.js, which waits for its function to be called and looks at nothing else.
    func statisticsReply(to exchange: EProtectExchange) -> DialectReply {
        var writer = JSONWriter()
        writer.object { _ in }
        return wrapped(writer.bytes, exchange.callback, outcome: "statistics")
    }

    /// JSON as it is, or as the argument of the script's function: then with the status 200, whatever stopped the
    /// request. A browser runs no script that comes with another one, and Vantiv's script would never see the 889 after
    /// which it asks its second server.
    ///
    /// `nosniff` keeps a browser from running what was answered as JSON, and `no-store` keeps a registration id out of
    /// every cache.
    ///
    /// Source: HTML, "fetch a classic script": what has no ok status (200 to 299) is not run.
    private func wrapped(
        _ json: [UInt8], _ callback: EProtectCallback?, status: Int = 200, outcome: String
    ) -> DialectReply {
        var body = json
        var contentType = "application/json; charset=UTF-8"
        var status = status
        if let callback {
            status = 200
            body = Array("\(callback.name)(".utf8) + json + Array(")".utf8)
            contentType = "application/javascript; charset=UTF-8"
        }
        return DialectReply(
            status: status, contentType: contentType, body: body, outcomeCode: outcome,
            headers: ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"])
    }
}

extension EProtectExchange {
    /// Writes what every reply has.
    fileprivate func writeEnd(
        _ reply: inout JSONWriter.Object, _ code: EProtectCode, _ message: String
    ) {
        reply.member("targetServer", optional: targetServer)
        reply.member(generation.numberName, number.description)
        reply.member("orderId", optional: orderID)
        reply.member("response", code.rawValue)
        // Source: the form of eProtect-api3.js: seconds of UTC without a zone.
        reply.member("responseTime", receivedAt.vantivDateTime)
        reply.member("message", message)
        reply.member("reportGroup", optional: reportGroup)
        reply.member("id", optional: id)
    }
}

extension CardExpiry {
    /// `0731`: expDate of eProtect.
    fileprivate var monthAndYear: String {
        let shortYear = year % 100
        return "\(month < 10 ? "0" : "")\(month)\(shortYear < 10 ? "0" : "")\(shortYear)"
    }
}
