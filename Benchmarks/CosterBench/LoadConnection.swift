import Foundation
import PaymentDomain

#if canImport(Glibc)
    import Glibc
#endif

/// One keep-alive connection with blocking calls: the cheapest client there is, so that the server gets the machine.
final class LoadConnection {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(port: Int) throws(BenchError) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, status == 0 else { throw .connectionFailed }
        var one: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one,
            socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Sends a request and reads one reply with a Content-Length.
    func exchange(_ request: [UInt8]) throws(BenchError) -> String {
        var sent = 0
        while sent < request.count {
            let written = request.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress?.advanced(by: sent), request.count - sent, 0)
            }
            guard written > 0 else { throw .connectionFailed }
            sent += written
        }
        var reply: [UInt8] = []
        var needed = Int.max
        while reply.count < needed {
            let count = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            guard count > 0 else { throw .connectionFailed }
            reply += buffer[..<count]
            if needed == .max { needed = LoadConnection.length(of: reply) ?? .max }
        }
        return String(decoding: reply, as: UTF8.self)
    }

    private static func length(of reply: [UInt8]) -> Int? {
        let text = String(decoding: reply, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.lowerBound].lowercased()
        guard let field = head.range(of: "content-length:") else { return nil }
        let digits = head[field.upperBound...].prefix { !$0.isNewline }
            .trimmingCharacters(in: .whitespaces)
        guard let body = Int(digits) else { return nil }
        return text[..<end.upperBound].utf8.count + body
    }
}

/// Whole requests as bytes.
enum LoadMessage {
    static func authorize(_ fields: ApplePayFields, amount: Money) -> [UInt8] {
        let id = OperationID().value
        let address =
            "<Line1>123 Main St</Line1><City>Philadelphia</City><CountryCode>US</CountryCode><PostalCode>19019</PostalCode>"
        let body = """
            <CreditCardAuthRequest xmlns="http://api.gsicommerce.com/schema/checkout/1.0" requestId="\(id)">\
            <WalletPaymentInformation>\
            <ApplePayTransactionId>\(fields.transactionId)</ApplePayTransactionId>\
            <EphemeralPublicKey>\(fields.ephemeralPublicKey ?? "")</EphemeralPublicKey>\
            <PublicKeyHash>\(fields.publicKeyHash)</PublicKeyHash><Version>\(fields.version)</Version>\
            <Data>\(fields.data)</Data><Signature>\(fields.signature)</Signature>\
            </WalletPaymentInformation><OrderId>\(id.prefix(20))</OrderId>\
            <Amount currencyCode="\(amount.currency)">\(amount.decimal)</Amount>\
            <BillingFirstName>John</BillingFirstName><BillingLastName>Smith</BillingLastName>\
            <BillingPhoneNo>6101234567</BillingPhoneNo><BillingAddress>\(address)</BillingAddress>\
            <CustomerEmail>customer@sample.com</CustomerEmail>\
            <CustomerIPAddress>208.247.73.130</CustomerIPAddress>\
            <ShipToFirstName>John</ShipToFirstName><ShipToLastName>Smith</ShipToLastName>\
            <ShippingAddress>\(address)</ShippingAddress></CreditCardAuthRequest>
            """
        let head = """
            POST /v1.0/stores/SANDBOX/payments/creditcard/auth/DW.xml HTTP/1.1\r
            Host: 127.0.0.1\r
            apikey: sandbox-radial\r
            Content-Type: text/xml\r
            Content-Length: \(body.utf8.count)\r
            \r\n
            """
        return Array((head + body).utf8)
    }
}
