import StrictCoding

/// The rights of other users on an installation, which a server refuses or warns of.
package enum OpenToOthers {
    /// Whether any account of the machine can read the TLS key; a group may, such as Debian's `ssl-cert`.
    package static func isReadable(_ file: FileFacts) -> Bool { file.mode & 0o004 != 0 }

    /// Whether any account of the machine can put files into the data folder.
    package static func isWritable(_ folder: FileFacts) -> Bool { folder.mode & 0o002 != 0 }

    /// Whether only this machine reaches an address. A name other than `localhost` may be any address.
    static func isLoopback(_ host: String) -> Bool {
        IPAddress(host)?.isLoopback ?? (host.lowercased() == "localhost")
    }

    /// Refuses a data folder and a TLS key that are open to every account of the machine.
    ///
    /// - Throws: Exit code 78.
    static func refuse(_ settings: ServerSettings) throws(CosterFailure) {
        let folder = settings.data.path
        if let facts = FileFacts.of(folder, name: folder, followsLinks: true), isWritable(facts) {
            throw CosterFailure(StartError.folderWritable(path: folder))
        }
        if let key = settings.tlsKeyFile,
            let facts = FileFacts.of(key, name: key, followsLinks: true), isReadable(facts)
        {
            throw CosterFailure(StartError.tlsKeyOpen(path: key))
        }
    }
}
