import Foundation
import Glibc
import Programs

/// The memory of a process, as root can take it at any moment.
struct MemoryImage: Sendable {
    private let bytes: Data
    private let parts: [MemoryPart]
    private let program: ProgramText

    private static let gcore = "/usr/bin/gcore"

    /// Whether images of processes can be taken here: the program is there, and the system lets us trace.
    ///
    /// A server forbids all but root to look at it.
    static func canBeTaken() async throws -> Bool {
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: gcore) else {
            return false
        }
        return try await TemporaryFolder.lend { folder in
            let child = try Child(
                Child.Launch(
                    program: "/bin/cat", arguments: [], input: "/dev/zero",
                    errorFile: "\(folder.path)/errors"))
            defer { child.signal(SIGKILL) }
            let run = try await CommandRun.run(
                gcore, ["-o", "\(folder.path)/image", String(child.pid)])
            return run.ending == .exited(0)
        }
    }

    /// Takes the image of a living process.
    static func take(of pid: Int32) async throws -> MemoryImage {
        try await TemporaryFolder.lend { folder in
            let run = try await CommandRun.run(gcore, ["-o", "\(folder.path)/image", String(pid)])
            guard run.ending == .exited(0) else { throw NoImage(errors: run.errors) }
            let file = URL(filePath: "\(folder.path)/image.\(pid)")
            let image = try Data(contentsOf: file, options: .alwaysMapped)
            return MemoryImage(
                bytes: image, parts: try MemoryPart.all(of: image),
                program: try ProgramText(of: pid))
        }
    }

    /// What of the secrets is in it; what is printed in the program itself was not told to the process.
    func findings(_ scan: SecretScan) -> [String] {
        scan.findings(in: bytes, named: "memory") { offset, count in
            guard let part = parts.first(where: { $0.holds(offset) }) else { return false }
            return program.has(bytes[offset..<(offset + count)], at: part.address(of: offset))
        }
    }
}

/// The image could not be taken.
struct NoImage: Error {
    let errors: String
}

/// A run of memory in an image.
struct MemoryPart: Sendable {
    private let address: Int
    private let offset: Int
    private let count: Int

    /// Where a byte of the image was in memory.
    func address(of place: Int) -> Int { address + place - offset }

    /// Whether a byte of the image is in it.
    func holds(_ place: Int) -> Bool { place >= offset && place < offset + count }

    /// The runs of a core file.
    ///
    /// Source: System V ABI, "Program Header": e_phoff is at 32 and e_phnum at 56 of a 64-bit file; in a header,
    /// p_type at 0, p_offset at 8, p_vaddr at 16, p_filesz at 32; PT_LOAD is 1.
    static func all(of core: Data) throws -> [MemoryPart] {
        core.withUnsafeBytes { core in
            func number(at place: Int) -> Int {
                Int(core.loadUnaligned(fromByteOffset: place, as: Int64.self))
            }
            let headers = number(at: 32)
            let count = Int(core.loadUnaligned(fromByteOffset: 56, as: UInt16.self))
            let size = 56
            return (0..<count).compactMap { index in
                let header = headers + index * size
                guard core.loadUnaligned(fromByteOffset: header, as: UInt32.self) == 1 else {
                    return nil
                }
                return MemoryPart(
                    address: number(at: header + 16), offset: number(at: header + 8),
                    count: number(at: header + 32))
            }
        }
    }
}

/// The file of a running program, and where the system has put it in memory.
struct ProgramText: Sendable {
    private struct Mapping {
        let addresses: Range<Int>
        let offset: Int
    }

    private let mappings: [Mapping]
    private let file: Data

    /// Reads the map of a living process.
    ///
    /// Source: Linux, proc(5), /proc/PID/maps: addresses, mode, offset, device, inode, path.
    init(of pid: Int32) throws {
        let path = URL(filePath: "/proc/\(pid)/exe").resolvingSymlinksInPath().path
        file = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        let map = try String(contentsOfFile: "/proc/\(pid)/maps", encoding: .utf8)
        mappings = map.split(separator: "\n").filter { $0.hasSuffix(path) }.compactMap { line in
            let words = line.split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            guard ends.count == 2, let offset = Int(words[2], radix: 16) else { return nil }
            return Mapping(addresses: ends[0]..<ends[1], offset: offset)
        }
    }

    /// Whether these bytes at this address are the file's own.
    func has(_ bytes: Data, at address: Int) -> Bool {
        guard let mapping = mappings.first(where: { $0.addresses.contains(address) }) else {
            return false
        }
        let start = mapping.offset + address - mapping.addresses.lowerBound
        guard start + bytes.count <= file.count else { return false }
        return file[start..<(start + bytes.count)] == bytes
    }
}
