import Foundation
import Merchants
import Testing

/// A wrong input to a command, and the refusal that it brings: exit status 65, and the code with the text of the page.
struct RefusalRow: Sendable, CustomTestStringConvertible {
    let code: String
    let cause: String
    /// The codes of what else is wrong with it.
    let others: Set<String>
    /// Where in a file it is wrong, as it stands in front of the text.
    let place: String
    /// Prepares the folder of a merchant called shop, and gives the arguments of `coster`.
    let arguments: @Sendable (DoctorFixture) async throws -> [String]

    var testDescription: String { "\(code): \(cause)" }

    init(
        _ code: String, _ cause: String, others: Set<String> = [], place: String = "",
        _ arguments: @escaping @Sendable (DoctorFixture) async throws -> [String]
    ) {
        self.code = code
        self.cause = cause
        self.others = others
        self.place = place.isEmpty ? "" : "\(place): "
        self.arguments = arguments
    }

    init(_ fault: MerchantFault, _ cause: String, _ words: String) {
        self.init(fault.code, cause) { _ in words.split(separator: " ").map(String.init) }
    }

    /// Runs the command, and expects the refusal.
    func expectRefusal(in section: RefusalPage.Section) async throws {
        try await DoctorFixture.lend { fixture in
            let run = try await expect(
                65, try await arguments(fixture) + ["--data", fixture.folder.path])
            let line = "refused: \(code): \(place)\(try RefusalPage.text(of: code, in: section))"
            let lines = run.errors.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix(line) }, "\(run.errors) lacks \(line)")
            let codes = lines.map { $0.split(separator: ": ").dropFirst().first.map(String.init) }
            #expect(Set(codes) == others.union([code]) && run.output.isEmpty, "\(run.errors)")
        }
    }
}
