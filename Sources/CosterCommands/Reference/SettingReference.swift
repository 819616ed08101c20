import CosterServer

/// The page of all settings.
enum SettingReference {
    static var markdown: String {
        var page = Markdown(
            title: "Settings", "The settings of `coster serve`, in the file and in the environment."
        )
        page.add(
            table: ["setting", "variable", "value", "default", "meaning"],
            SettingTable.rows.map { row in
                ["`\(row.key)`", "`\(row.variable)`", row.values, row.fallback, row.help]
            })
        page.add("[Configuration](../operations/configuration.md) explains them.")
        return page.text
    }
}
