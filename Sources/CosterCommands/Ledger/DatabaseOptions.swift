import ArgumentParser
import CosterServer
import PaymentStorage

/// The place of the database.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The data folder. [env: COSTER_DATA]")
    var data = CommandSettings.data

    @Option(
        name: .customLong("database-url"),
        help: "The PostgreSQL database, in place of the data folder. [env: COSTER_DATABASE_URL]")
    var databaseURL: String?

    func place() throws -> DatabaseLocation {
        try DatabaseLocation.named(DataFolder(data), databaseURL: databaseURL)
    }

    /// Opens the database, and makes a new one in a folder that has none. PostgreSQL tables are created by `coster
    /// migrate` alone.
    func openOrCreate() async throws -> SQLPaymentStore {
        let place = try place()
        if place.database == nil { try place.folder.requireFolder() }
        return try await place.open(mayMigrate: false)
    }

    /// Opens an existing database.
    func open() async throws -> SQLPaymentStore {
        try await place().openExisting()
    }
}
