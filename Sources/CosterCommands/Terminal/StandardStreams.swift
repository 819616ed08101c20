import CosterServer

#if canImport(Glibc)
    // Its `stdout` is a global variable of C, which Swift cannot vouch for.
    @preconcurrency import Glibc
#endif

/// Standard input, output and error, as the system hands them over.
enum StandardStreams {
    /// Continues if the reader of the output has left: the system would end a command in the middle of its work, with a
    /// signal. From here on only printing fails.
    ///
    /// Source: write(2), EPIPE.
    static func outliveReaders() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Opens something in place of each closed stream: otherwise the next opened file gets its number, and printed text
    /// goes into that file, even if it is the database.
    ///
    /// It is opened for reading alone, so that printing fails as it would have.
    static func fill() {
        var descriptor: Int32
        repeat {
            descriptor = open("/dev/null", O_RDONLY)
        } while (STDIN_FILENO...STDERR_FILENO).contains(descriptor)
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// Whether all printed text has left this process and, if it went into a file, is on the disk.
    ///
    /// `print` reports neither a full disk nor a reader that has left.
    static func haveTakenAll() -> Bool {
        guard fflush(stdout) == 0, ferror(stdout) == 0 else { return false }
        var facts = stat()
        guard fstat(STDOUT_FILENO, &facts) == 0 else { return false }
        return facts.st_mode & S_IFMT != S_IFREG || fsync(STDOUT_FILENO) == 0
    }

    /// Whether the reader of standard output has stopped, as `head` does when it has its lines.
    ///
    /// Source: poll(2): the writing end of a pipe that nobody reads any more has an error.
    private static var readerHasGone: Bool {
        var end = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&end, 1, 0) > 0 && end.revents & Int16(POLLERR) != 0
    }

    /// Refuses to call a command done whose output is lost; a reader that wants no more of it has lost nothing.
    ///
    /// - Throws: Exit code 70.
    static func requireTaken() throws(CosterFailure) {
        guard haveTakenAll() || readerHasGone else {
            throw CosterFailure(
                .internalFault,
                "The command did its work, but not all of its output could be written. Check where standard output goes and that no disk is full."
            )
        }
    }

    /// Prints bytes as they are; a failure is found with the rest.
    static func put(_ bytes: [UInt8]) {
        _ = fwrite(bytes, 1, bytes.count, stdout)
    }
}
