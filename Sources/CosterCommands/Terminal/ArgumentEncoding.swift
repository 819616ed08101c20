import CosterServer

/// The words of the command line as the system gave them, before Swift made text of them.
///
/// Swift replaces bytes that aren't UTF-8 with another character. A path would then lead to another file than the named
/// one: a backup would be written there, or that file would be read.
enum ArgumentEncoding {
    /// Refuses words that are no UTF-8.
    ///
    /// - Throws: Exit code 64, with the number of the first, for its bytes may do harm to a terminal.
    static func requireUnicode() throws(CosterFailure) {
        guard let number = firstFault(in: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        else { return }
        throw CosterFailure(
            .usage,
            "Argument \(number) isn't valid UTF-8. Write it in UTF-8. If it names a file, rename the file first."
        )
    }

    /// The number of the first word that is no UTF-8; the program's own name, which is not used, is the one with number 0.
    private static func firstFault(
        in words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int
    ) -> Int? {
        (0..<count).dropFirst().first { number in
            words[number].map { String(validatingCString: $0) == nil } ?? false
        }
    }
}
