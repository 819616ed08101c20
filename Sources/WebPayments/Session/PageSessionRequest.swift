import DialectKit
import StrictCoding

/// A page's request for a session.
package struct PageSessionRequest: Sendable, Hashable {
    /// The origin of the page, as its browser wrote it.
    package let origin: String
    /// The URL that the browser gave to the page; nil for Apple's server for the world.
    package let validationURL: String?

    package init(origin: String, validationURL: String?) {
        self.origin = origin
        self.validationURL = validationURL
    }

    /// Reads a request.
    ///
    /// - Throws: ``SessionRefusal``.
    ///
    /// Source: W3C, Fetch Metadata Request Headers, 2.3: `none` is a request that no page caused.
    init(_ request: DialectRequest) throws(SessionRefusal) {
        let sites = request.head.headers.filter { $0.name == "sec-fetch-site" }.map(\.value)
        guard let origin = request.head.origin,
            sites.allSatisfy(["same-origin", "same-site", "cross-site"].contains)
        else { throw .originNotAllowed }
        self.origin = origin
        guard !request.body.isEmpty else {
            validationURL = nil
            return
        }
        validationURL = try Self.validationURL(in: request.body)
    }

    private static func validationURL(in body: [UInt8]) throws(SessionRefusal) -> String? {
        let object: JSONObject
        do {
            object = try JSONObject(reading: body, limits: SessionLimits.json)
        } catch {
            throw .json(error)
        }
        guard object.keys.allSatisfy({ $0 == "validationURL" }) else { throw .unknownMember }
        guard let value = object["validationURL"] else { return nil }
        guard let text = value.text else { throw .urlNotApples }
        return text
    }
}

/// How much a request for a session may hold.
enum SessionLimits {
    /// The limits of the JSON: one member, a URL.
    static let json: JSONLimits = {
        var limits = JSONLimits()
        limits.textBytes = 4_096
        limits.depth = 1
        limits.values = 4
        limits.valueBytes = 2_048
        limits.keyBytes = 32
        return limits
    }()
}
