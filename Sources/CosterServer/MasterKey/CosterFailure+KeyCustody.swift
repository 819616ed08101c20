import KeyCustody

/// Problems with the master key, with the exit code of each.
extension CosterFailure {
    package init(_ error: KeyCustodyError) {
        switch error {
        case .fileUnreadable, .fileMalformed, .fileOpenToOthers, .fileUnwritable, .diskFull,
            .environmentMalformed, .socketUnavailable:
            self.init(.configuration, error.message)
        case .stopped: self.init(.notReachable, error.message)
        }
    }

    /// Uses the master key's file, environment or shares.
    package static func mapping<Value>(
        _ use: () throws(KeyCustodyError) -> Value
    ) throws(CosterFailure) -> Value {
        do {
            return try use()
        } catch {
            throw CosterFailure(error)
        }
    }
}

extension MasterKeyListener {
    /// Listens in a data folder.
    ///
    /// - Throws: Exit code 78 if another server does, or the socket can't be created.
    convenience init(
        _ folder: DataFolder, sets: [ShareCommitments],
        onReply: @escaping @Sendable (UnsealReply) -> Void = { _ in }
    ) throws(CosterFailure) {
        let lock = try FolderLock(
            folder, "unseal.lock",
            taken: CosterFailure(
                .configuration,
                "Another Coster server waits for shares of the master key in \(folder.path). Enter them there, or start this server with another --data."
            ))
        do throws(KeyCustodyError) {
            try self.init(
                at: folder.path + "/" + UnsealSocket.fileName, sets: sets, holding: lock,
                onReply: onReply)
        } catch {
            throw CosterFailure(error)
        }
    }
}
