import Foundation
import Glibc
import Programs

/// The file by which a server's fault shim is told what to do; Tests/FaultShim has its layout.
final class FaultShimControl: Sendable {
    /// Its words, in their order.
    enum Word: Int, Sendable, CaseIterable {
        case clockOffset, syncFails, diskHasEnd, bytesLeft, syncDelay, failedSyncs, refusedWrites
    }

    /// The library, which the build puts beside the program under test.
    static var library: String { "\(Places.folderOfCoster)/libFaultShim.so" }

    private let path: String
    private let descriptor: Int32

    /// Makes the file; nothing is wrong yet.
    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(errno) }
        for word in Word.allCases { set(word, 0) }
    }

    deinit {
        close(descriptor)
    }

    /// What a server needs in its environment to be under it.
    var environment: [String: String] {
        ["LD_PRELOAD": FaultShimControl.library, "COSTER_FAULT_SHIM": path]
    }

    /// Tells it; the server's mapping sees it at once.
    func set(_ word: Word, _ value: Int64) {
        var value = value
        pwrite(descriptor, &value, 8, off_t(word.rawValue * 8))
    }

    /// What it has counted, or was told.
    func get(_ word: Word) -> Int64 {
        var value: Int64 = 0
        pread(descriptor, &value, 8, off_t(word.rawValue * 8))
        return value
    }

    /// Ends every fault but the clock's.
    func mendDisk() {
        for word in [Word.syncFails, .diskHasEnd, .syncDelay] { set(word, 0) }
    }
}
