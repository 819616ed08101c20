import DialectKit

/// Distinguishes requests that a page of another site caused from all others.
///
/// A browser adds the credential that its user typed in once to each request for the same host, whatever page causes
/// it: one visit to a hostile page would move money. Programs other than browsers send neither field.
///
/// Source: W3C, Fetch Metadata Request Headers, 2.3; RFC 6454, 7; OWASP, Cross-Site Request Forgery Prevention.
extension RequestHead {
    /// Whether another site than this host caused the request. A browser's `Sec-Fetch-Site` decides; an older browser's
    /// `Origin` must be this host.
    var isCrossSite: Bool {
        let sites = headers.filter { $0.name == "sec-fetch-site" }
        guard sites.isEmpty else {
            return !sites.allSatisfy { ["none", "same-origin"].contains($0.value) }
        }
        return headers.contains { $0.name == "origin" && !isOwn(origin: $0.value) }
    }

    private func isOwn(origin: String) -> Bool {
        let origin = origin.lowercased()
        guard let host = header("host")?.lowercased(),
            let mark = origin.firstRange(of: "://")
        else { return false }
        // A port that is the scheme's own is left out by browsers, and perhaps not by a server in front.
        let port = origin.hasPrefix("https://") ? ":443" : ":80"
        let authority = origin[mark.upperBound...]
        return authority == host || "\(authority)\(port)" == host
    }
}

extension DialectReply {
    /// The reply to a request that another site caused, in no protocol's form: no client of one gets it.
    static let crossSite = DialectReply.text(
        403,
        "refused: cross-site: A page of another site sent this request. Send it from your server.\n",
        outcomeCode: "cross-site")
}
