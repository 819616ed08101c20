import Configuration

/// The problems of the settings themselves; those of the files that they name are the doctor's.
extension Settings {
    /// All problems.
    package var findings: [Finding] { refusals + exposed + plainHTTP }

    /// The problems with which a server doesn't start.
    package var refusals: [Finding] { faults + [tlsHalf].compactMap { $0 } }

    /// The problems of the file and of single settings.
    ///
    /// Unknown variables are ignored: other programs may use `COSTER_…` too.
    package var faults: [Finding] { [file?.problem].compactMap { $0 } + unknown + invalid }

    private var unknown: [Finding] {
        let known = SettingTable.rows.map(\.key)
        return (file?.values.keys.sorted() ?? []).filter { !known.contains($0) }.map { key in
            let repair =
                NearestName.of(key, among: known).map { "Did you mean `\($0)`?" } ?? "Remove it."
            return Finding(.settingUnknown, key, "Unknown setting `\(key)`. \(repair)")
        }
    }

    private var tlsHalf: Finding? {
        guard isSet(\.tlsCertificateFile) != isSet(\.tlsKeyFile) else { return nil }
        let given = isSet(\.tlsKeyFile) ? "tls-key-file" : "tls-certificate-file"
        return Finding(.tlsHalf, "only \(given) is set")
    }

    private var plainHTTP: [Finding] {
        let address = self.listen
        guard !isSet(\.tlsCertificateFile), !OpenToOthers.isLoopback(address.host) else {
            return []
        }
        return [Finding(.plainHTTP, "listen \(address)")]
    }
}

extension Finding {
    /// The problem of one setting's value. An address isn't secret; other values may be, in the wrong place.
    static func invalid(_ row: SettingRow, _ content: ConfigContent? = nil) -> Finding {
        var value = ""
        if row.values == SettingKind.address.values, case .string(let text) = content {
            value = " '\(text)'"
        }
        let example = row.example.map { ", for example \($0)" } ?? ""
        return Finding(
            .settingInvalid, row.key,
            "Invalid value\(value) for `\(row.key)`. Use \(row.values)\(example).")
    }
}
