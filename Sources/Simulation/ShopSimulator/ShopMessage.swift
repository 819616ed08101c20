import Foundation
import PaymentDomain

/// One request of a shop.
package struct ShopMessage: Sendable {
    /// Its title for a person.
    package let title: String
    /// The HTTP method.
    package var method = Method.post
    /// The path under the server's address.
    package let path: String
    /// Header fields.
    package let headers: [(name: String, value: String)]
    package let body: String
    /// The body as it is shown, if it has a secret.
    var shownBody: String?

    /// The methods that shops use.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
    }

    /// The request as it is shown: the line of the method, the header fields, the body; in place of secrets `***`.
    package var shown: String {
        let fields = headers.map { "\($0.name): \(ShopMessage.masked($0.value, of: $0.name))" }
        let head = ["--- \(title)", "\(method.rawValue) \(path)"] + fields
        return head.joined(separator: "\n") + "\n\n\(shownBody ?? body)\n"
    }

    private static func masked(_ value: String, of name: String) -> String {
        switch name.lowercased() {
        case "apikey": "***"
        case "authorization": "\(value.prefix { $0 != " " }) ***"
        default: value
        }
    }

    /// The header of HTTP Basic.
    static func basic(_ user: String, _ password: String) -> (name: String, value: String) {
        ("Authorization", "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())")
    }

    /// A form of names and values. All but letters, digits and `-._~` becomes `%XX`: a `+` that stays itself would
    /// arrive as a space.
    static func form(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
    }

    /// A text in a form or as one part of a path.
    ///
    /// Source: RFC 3986, 2.1 to 2.3.
    static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                String(Unicode.Scalar(byte))
            default:
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}

/// A shop's reading of replies; independent of our parsers.
package struct ShopReply: Sendable {
    package let status: Int
    package let body: String

    /// The error of a reply that isn't an approval. With a status from 500 on, the server, or a proxy before it, doesn't
    /// say what became of the request.
    func failure(_ text: String) -> ShopError {
        status >= 500 ? .unknown("unknown: \(text)") : .refused("refused: \(text)")
    }

    /// The error for a reply that isn't of the protocol: from another server, a proxy, or another path.
    package var stranger: ShopError {
        failure(
            "The server answered HTTP \(status) without a reply of the protocol. Check that --url is the address of a Coster server, without a path."
        )
    }

    /// The text of the first XML element of that name.
    package func text(_ element: String) -> String? {
        let openings = ["<\(element)>", "<\(element) "].compactMap { body.firstRange(of: $0) }
        guard let start = openings.min(by: { $0.lowerBound < $1.lowerBound }),
            let open = body[body.index(before: start.upperBound)...].firstIndex(of: ">"),
            let end = body[open...].firstRange(of: "</\(element)>")
        else { return nil }
        return ShopReply.read(String(body[body.index(after: open)..<end.lowerBound]))
    }

    /// The value of the first XML attribute of that name.
    func attribute(_ name: String) -> String? {
        text(after: " \(name)=\"").map { ShopReply.read($0) }
    }

    /// The text of the first JSON member of that name.
    package func member(_ name: String) -> String? { text(after: "\"\(name)\":\"") }

    /// The amount of the first JSON member of that name, in US dollars.
    func dollars(_ name: String) -> Money? {
        guard let text = member(name), let currency = Currency(code: "USD") else { return nil }
        return try? Money(decimal: text, currency: currency)
    }

    /// The value of the first field of that name in a form, without percent encoding.
    package func field(_ name: String) -> String? {
        body.split(separator: "&").first { $0.hasPrefix("\(name)=") }.map {
            let value = String($0.dropFirst(name.utf8.count + 1))
            return value.removingPercentEncoding ?? value
        }
    }

    private func text(after opening: String) -> String? {
        guard let start = body.firstRange(of: opening),
            let end = body[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return String(body[start.upperBound..<end])
    }

    /// A text of XML with characters in the place of references to them.
    ///
    /// Source: XML 1.0, 4.1 and 4.6.
    private static func read(_ text: String) -> String {
        text.replacing(/&(#[0-9]+|#x[0-9A-Fa-f]+|lt|gt|amp|quot|apos);/) { match in
            character(match.1).map { String($0) } ?? String(match.0)
        }
    }

    private static func character(_ reference: Substring) -> Character? {
        switch reference {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let digits = reference.drop { $0 == "#" || $0 == "x" }
            let number = UInt32(digits, radix: reference.hasPrefix("#x") ? 16 : 10)
            return number.flatMap { Unicode.Scalar($0) }.map { Character($0) }
        }
    }
}
