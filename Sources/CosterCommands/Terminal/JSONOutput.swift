import ArgumentParser
import Foundation

/// The option `--json` of a command that prints facts.
struct JSONOutput: ParsableArguments {
    @Flag(help: "Print one JSON document.")
    var json = false

    /// Prints a value as one JSON document: names in snake_case, in alphabetical order.
    ///
    /// The names are an interface: a name is never removed, and never gets another meaning.
    static func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if Terminal.isOutput { encoder.outputFormatting.insert(.prettyPrinted) }
        Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
