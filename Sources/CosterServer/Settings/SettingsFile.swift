import Configuration
import Foundation
import PostgreSQLDatabase

/// The file of settings: one JSON object.
struct SettingsFile: Sendable {
    let path: String
    /// The values by their keys.
    private(set) var values: [String: ConfigContent] = [:]
    /// Why the file can't be read.
    private(set) var problem: Finding?

    init(_ path: String) {
        self.path = path
        guard let bytes = try? Files.bytes(path, limit: DoctorLimits.configurationBytes) else {
            problem = Finding(.configurationUnreadable, path)
            return
        }
        guard let read = try? JSONDecoder().decode([String: Value].self, from: Data(bytes)) else {
            problem = Finding(.configurationNotJSON, path)
            return
        }
        values = read.mapValues(\.content)
        // A number may be in quotation marks.
        for row in SettingTable.rows where row.type == .int {
            guard case .string(let text) = values[row.key], let number = Int(text) else { continue }
            values[row.key] = .int(number)
        }
    }

    /// Whether other accounts can read it.
    var isOpenToOthers: Bool {
        FileFacts.of(path, name: path, followsLinks: true).map(OpenToOthers.isReadable) ?? false
    }

    /// Whether it holds a password.
    var holdsPassword: Bool {
        SettingTable.rows.filter(\.isSecret).contains { row in
            guard case .string(let text) = values[row.key] else { return false }
            return PostgreSQLAddress.holdsPassword(text)
        }
    }

    /// A value of JSON; one that no setting takes is an empty list.
    private struct Value: Decodable {
        let content: ConfigContent

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                content = .bool(flag)
            } else if let number = try? container.decode(Int.self) {
                content = .int(number)
            } else if let text = try? container.decode(String.self) {
                content = .string(text)
            } else {
                content = .stringArray([])
            }
        }
    }
}
