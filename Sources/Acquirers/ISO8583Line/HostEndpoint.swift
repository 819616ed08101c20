import NIOSSL

/// A host that a line connects to.
package struct HostEndpoint: Sendable {
    let host: String
    let port: Int
    /// The rules of TLS; nil for plain TCP.
    let tls: TLSConfiguration?
    /// How many links there are to it.
    let links: Int

    package init(host: String, port: Int, tls: TLSConfiguration?, links: Int = 1) {
        self.host = host
        self.port = port
        self.tls = tls
        self.links = links
    }
}
