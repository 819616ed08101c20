import NIOHTTP1

/// What HTTP asks of a request's head, and the decoder leaves to others.
extension HTTPRequestHead {
    /// The head as later handlers may take it; nil if it is to be answered with 400.
    ///
    /// A head that says twice what host it is for, or how its body ends, is read one way here and perhaps another by a
    /// server in front. A head that ends the connection says so in one word: Hummingbird knows no other.
    var normalized: HTTPRequestHead? {
        // Source: RFC 9112, 3.2: one Host, or none in HTTP/1.0. A comma shows that two were joined, and so may a
        // blank. Any other invalid host is harmless: a processor's own demo for phones sends host and path.
        let lines = headers["host"].count
        let hosts = headers[canonicalForm: "host"]
        guard lines == 1 || (lines == 0 && version == .http1_0), hosts.count < 2,
            hosts.allSatisfy({ !$0.utf8.contains { $0 == UInt8(ascii: " ") || $0 == 0x09 } })
        else { return nil }
        // Source: RFC 9112, 6.1: chunks, once, are all that we can undo.
        let codings = headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
        guard codings.isEmpty || codings == ["chunked"] else { return nil }
        var head = self
        if let authority = targetAuthority {
            // Source: RFC 9112, 3.2.2: the target's host counts. Another one beside it is refused, because a proxy in
            // front may have gone by that.
            guard HTTPRequestHead.isHost(authority),
                hosts.allSatisfy({ $0.lowercased() == authority.lowercased() })
            else { return nil }
            if hosts.isEmpty { head.headers.replaceOrAdd(name: "host", value: String(authority)) }
        }
        // Source: RFC 9112, 9.3: HTTP/1.0 ends a connection without a word; HTTP/1.1 with `close`, also
        // in a list, in any case of letters. And 6.1: chunks in HTTP/1.0 are the last that is read.
        let hasOddFraming = version == .http1_0 && !codings.isEmpty
        if !isKeepAlive || hasOddFraming || mayUpgrade {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        return head
    }

    /// Whether the decoder stops behind the request, as if another protocol began there; of a few this is
    /// only feared.
    ///
    /// None begins: Coster ignores the offer, and CONNECT gets 404. But the decoder would ignore the bytes that follow,
    /// so this request is the last of its connection. Java's own client offers h2c on each new connection without TLS, so
    /// each of its requests costs a connection. Source: RFC 9110, 7.8 and 9.3.6.
    var mayUpgrade: Bool {
        method == .CONNECT
            || (headers.contains(name: "upgrade")
                && headers["connection"].contains { $0.lowercased().contains("upgrade") })
    }

    /// Host and port of a target in absolute form; nil in the other forms.
    private var targetAuthority: Substring? {
        guard uri.utf8.first != UInt8(ascii: "/"), let mark = uri.firstRange(of: "://") else {
            return nil
        }
        return uri[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }

    /// Whether a text is a host, perhaps with a port; an empty one is, in a URI without a host.
    ///
    /// Source: RFC 9110, 7.2; RFC 3986, 3.2.2 and 3.2.3.
    private static func isHost(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        let end: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")),
                bytes[1..<close].allSatisfy({ isHostByte($0) || $0 == UInt8(ascii: ":") })
            else { return false }
            end = close + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            guard bytes[..<end].allSatisfy({ isHostByte($0) }) else { return false }
        }
        let port = bytes[end...]
        return port.isEmpty
            || (port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy { isDigit($0) })
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        let lowered = byte | 0x20
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered)
        return isLetter || isDigit(byte) || "-._~%!$&'()*+;=".utf8.contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
