import ArgumentParser
import CosterServer

#if canImport(Glibc)
    import Glibc
#endif

/// `coster serve`: the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve merchants' requests until SIGTERM.",
        discussion: Examples.text(
            """
            The server prints `coster: ready on http://HOST:PORT` when it takes requests. On SIGTERM it finishes the \
            requests that it has and exits. Without --sandbox it needs a master key and a live line to an acquirer.
            """,
            [
                "coster serve --sandbox",
                "coster serve --sandbox --listen 127.0.0.1:0 --data ./shop-data",
            ]))

    @OptionGroup var options: ServerOptions

    func run() async throws {
        CrashPrivacy.begin()
        ServeCommand.endAtOnceWhenAsked()
        let settings = try ServerSettings(options.flags)
        if settings.wipesIdleStacks { CrashPrivacy.wipeIdleStacks() }
        try OpenFiles.makeRoom(connections: settings.mostConnections)
        let server = try await Server(settings)
        try await server.run()
    }

    /// Before it runs, a server has begun nothing that would have to be finished: it may be waiting for its master key,
    /// or for its database. Once it runs it drains, and handles these signals itself.
    private static func endAtOnceWhenAsked() {
        for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
    }
}

/// The flags of a server, and of the commands that inspect an installation.
struct ServerOptions: ParsableArguments {
    @Flag(
        help:
            "Create a sandbox merchant, trust the simulator's root, and answer by test tables. [env: COSTER_SANDBOX]"
    )
    var sandbox = false

    @Option(
        help:
            "Where to listen, HOST:PORT; port 0 picks a free one. [env: COSTER_LISTEN] (default: 127.0.0.1:8080)"
    )
    var listen: String?

    @Option(help: "The data folder. [env: COSTER_DATA] (default: ./coster-data)")
    var data: String?

    @Option(
        name: .customLong("database-url"),
        help: "The PostgreSQL database, in place of the data folder. [env: COSTER_DATABASE_URL]")
    var databaseURL: String?

    @Option(
        help: "A JSON file of settings; the environment and flags beat it. [env: COSTER_CONFIG]")
    var config: String?

    var flags: Settings.Flags {
        Settings.Flags(
            sandbox: sandbox ? true : nil, listen: listen, data: data, databaseURL: databaseURL,
            config: config)
    }
}
