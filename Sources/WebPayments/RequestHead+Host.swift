import DialectKit

extension RequestHead {
    /// The host that the client asked, in lower case and without a port; nil unless there is exactly one Host.
    ///
    /// Source: RFC 9110, 7.2.
    package var host: String? {
        let hosts = headers.filter { $0.name == "host" }
        guard hosts.count == 1, let host = hosts.first?.value.split(separator: ":").first else {
            return nil
        }
        return host.lowercased()
    }
}
