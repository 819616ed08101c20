/// The header fields of the hosted page, besides its content's type.
///
/// Source: W3C, Content Security Policy Level 3; PCI DSS 4.0.1, 6.4.3 and 11.6.1: what the browser gets is compared with
/// this list by `coster checkout verify`.
package enum PageHeaders {
    /// Only our own files, no frame around the page, no form, no HTML from scripts.
    private static let policy = [
        ("default-src", "'none'"), ("script-src", "'self'"), ("style-src", "'self'"),
        ("img-src", "'self' data:"), ("connect-src", "'self'"), ("form-action", "'none'"),
        ("base-uri", "'none'"), ("frame-ancestors", "'none'"),
        ("require-trusted-types-for", "'script'"),
    ]
    /// What a browser may stop on the page.
    static let directives = policy.map(\.0)
    /// The policy, with the address to which browsers report what it stopped. They all know the older way to say so.
    package static let contentSecurityPolicy =
        (policy + [("report-uri", PolicyReportDialect.path)])
        .map { "\($0) \($1)" }.joined(separator: "; ")

    /// All of them.
    ///
    /// - Parameter isTLS: Whether this server itself speaks TLS. Behind a proxy that does, the proxy says so.
    package static func all(isTLS: Bool) -> [String: String] {
        var headers = [
            "Content-Security-Policy": contentSecurityPolicy,
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy":
                "payment=(self), camera=(), geolocation=(), microphone=(), usb=()",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        ]
        if isTLS { headers["Strict-Transport-Security"] = "max-age=31536000" }
        return headers
    }
}
