/// Apple's servers that give sessions, or the simulated one of a sandbox: which hosts may be asked, and what proves that
/// they are these.
package struct AppleServers: Sendable {
    /// The hosts that may be asked. The first is asked for pages that name none.
    package let hosts: [String]
    /// The certificate in DER that alone is trusted; nil for those of the system.
    let root: [UInt8]?
    /// The port of this machine on which all hosts are; nil for Apple's own.
    let port: Int?

    private init(hosts: [String], root: [UInt8]?, port: Int?) {
        self.hosts = hosts
        self.root = root
        self.port = port
    }

    /// Apple's.
    package static let apple = AppleServers(
        hosts: AppleHost.allCases.map(\.rawValue), root: nil, port: nil)

    /// A simulated Apple on a port of this machine.
    package static func simulated(
        hosts: [String], root: [UInt8], port: Int
    ) -> AppleServers {
        AppleServers(hosts: hosts, root: root, port: port)
    }
}
