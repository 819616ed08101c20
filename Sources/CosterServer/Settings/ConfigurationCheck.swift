import Foundation

/// Checks the settings.
package enum ConfigurationCheck {
    /// The longest key whose likeness to another is looked for, in characters.
    private static let comparedCharacters = 64

    /// Everything but the files that settings name.
    package static func findings(_ settings: WrittenSettings) -> [Finding] {
        var findings = settings.findings + faults(settings)
        let (certificate, key) = ("tls-certificate-file", "tls-key-file")
        if (settings.values[certificate] == nil) != (settings.values[key] == nil) {
            let given = settings.values[certificate] == nil ? key : certificate
            findings.append(Finding(.tlsHalf, "the setting \(given)"))
        }
        if settings.values[certificate] == nil, let listen = settings.text("listen"),
            let host = host(of: listen), !OpenToOthers.isLoopback(host)
        {
            findings.append(Finding(.plainHTTP, "listen \(listen)"))
        }
        if settings.findings.isEmpty, !settings.flag("sandbox") {
            findings.append(
                settings.values["acquirer"] == nil
                    ? Finding(.acquirerMissing, "the setting acquirer")
                    : Finding(.acquirerUnknown, "the setting acquirer"))
        }
        return findings
    }

    /// The host of HOST:PORT, without the brackets of IPv6; nil if it is invalid, which another check reports.
    private static func host(of listen: String) -> String? {
        guard let colon = listen.lastIndex(of: ":") else { return nil }
        return listen[..<colon].trimmingCharacters(in: ["[", "]"])
    }

    /// The problems of single settings: unknown keys of the file, and values of another kind or out of range.
    ///
    /// Unknown variables are ignored: other programs may use `COSTER_…` too.
    static func faults(_ settings: WrittenSettings) -> [Finding] {
        let known = Set(Setting.all.map(\.key))
        let strangers = settings.fileKeys.filter { !known.contains($0) }.map { key in
            let meant = likely(key).map { ", in place of \($0) perhaps" } ?? ""
            return Finding(.settingUnknown, "the setting \(key)\(meant)")
        }
        return strangers + Setting.all.compactMap { invalid($0, settings) }
    }

    /// The problem of one setting's value.
    static func invalid(_ setting: Setting, _ settings: WrittenSettings) -> Finding? {
        guard let value = settings.values[setting.key], !setting.takes(value) else { return nil }
        // An address isn't secret; other values may be, in the wrong place.
        let given =
            if case (.address, .text(let text)) = (setting.kind, value) {
                " and has the value '\(text)'"
            } else {
                ""
            }
        return Finding(
            .settingInvalid,
            "the setting \(setting.key), which takes \(setting.range)\(given)")
    }

    /// The setting that was meant by a key: the nearest one, of which less than half had to be changed.
    private static func likely(_ key: String) -> String? {
        guard key.count <= comparedCharacters else { return nil }
        let distances = Setting.all.map { setting in
            (key: setting.key, changes: key.difference(from: setting.key).count)
        }
        let nearest = distances.min { $0.changes < $1.changes }
        return nearest.flatMap { $0.changes * 2 < $0.key.count ? $0.key : nil }
    }

    /// The server's own refusal of settings without a known problem.
    package static func refusal(_ surroundings: DoctorEnvironment) async -> [Finding] {
        do throws(CosterFailure) {
            _ = try await ServerSettings.read(surroundings.flags)
            return []
        } catch {
            return [Finding(.settingsRefused, error.message)]
        }
    }
}
