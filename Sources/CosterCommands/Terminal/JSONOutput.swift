import ArgumentParser
import CosterServer
import Foundation

/// The option `--json` of a command that prints facts.
struct JSONOutput: ParsableArguments {
    @Flag(help: "Print one JSON document.")
    var json = false

    /// Prints a value as one JSON document: names in snake_case, in alphabetical order.
    ///
    /// The names are an interface: a name is never removed, and never gets another meaning.
    static func print(_ value: some Encodable) throws(CosterFailure) {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if Terminal.isOutput { encoder.outputFormatting.insert(.prettyPrinted) }
        guard let document = try? encoder.encode(value) else {
            throw CosterFailure(.internalFault, "The output can't be written as JSON.")
        }
        Swift.print(String(decoding: document, as: UTF8.self))
    }
}
