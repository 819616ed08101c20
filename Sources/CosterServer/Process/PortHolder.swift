import Foundation

/// Finds the process that listens on a port.
enum PortHolder {
    /// The process's number; nil if it belongs to another account, or if the system doesn't tell.
    ///
    /// Source: proc(5): /proc/net/tcp has the local address as HEX:PORT, the state (0A listens) and, as the tenth field,
    /// the socket's inode; /proc/PID/fd has links of the form `socket:[INODE]`.
    static func process(on port: Int) -> Int32? {
        let sockets = Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap { inodes(in: $0, port) })
        let files = FileManager.default
        guard !sockets.isEmpty, let all = try? files.contentsOfDirectory(atPath: "/proc") else {
            return nil
        }
        return all.compactMap { Int32($0) }.first { process in
            let folder = "/proc/\(process)/fd"
            let open = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return open.contains { name in
                let link = try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                return link.map { sockets.contains($0) } ?? false
            }
        }
    }

    private static func inodes(in table: String, _ port: Int) -> [String] {
        let text = (try? String(contentsOfFile: table, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == "0A",
                let hex = fields[1].split(separator: ":").last, Int(hex, radix: 16) == port
            else { return nil }
            return "socket:[\(fields[9])]"
        }
    }
}
