import ArgumentParser
import CosterServer
import PaymentStorage

/// `coster migrate`: bring the schema up to date.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the database's schema up to this version.",
        discussion: Examples.text(
            "In an empty PostgreSQL database, it creates the tables.",
            ["coster migrate", "coster migrate --database-url postgres://coster@db1,db2/coster"])
    )

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let place = try database.place()
        if place.database == nil { try place.folder.requireFolder() }
        let store = try await place.open(mayMigrate: true)
        print(
            MigrateCommand.message(
                on: place.description, from: store.versionFound, to: SQLPaymentStore.schemaVersion))
    }

    /// The message after a migration. A new database is named as new, so that an operator who expected another one notices.
    static func message(on place: String, from found: Int, to known: Int) -> String {
        switch found {
        case known: "The database in \(place) is up to date: schema version \(known)."
        case 0: "Created a new, empty database in \(place): schema version \(known)."
        default: "Updated the database in \(place) from schema version \(found) to \(known)."
        }
    }
}
