import Glibc

/// A port of this machine on which nothing listens, and which nothing else gets meanwhile.
final class ClosedPort: Sendable {
    let number: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw NoPort() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return false
            }
            return bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else { throw NoPort() }
    }

    deinit {
        close(descriptor)
    }
}

/// The system gave no port.
struct NoPort: Error {}
