import WebPayments

/// The page of all scripts and styles that payment pages load.
enum ScriptReference {
    static var markdown: String {
        var page = Markdown(
            title: "Scripts of payment pages",
            "The hosted page loads these files, and nothing from other servers. PCI DSS 6.4.3 asks for this list."
        )
        for asset in WebAsset.all {
            page.add(heading: asset.name)
            page.add(asset.purpose)
            page.add(list: [
                "Address: `\(asset.path)`", "Integrity: `\(asset.integrity)`",
                "Bytes: \(asset.bytes.count)",
            ])
        }
        page.add(
            "The address has a part of the hash, so it changes with the file. A page of a shop loads `coster-pay.js` with the integrity above. Later releases serve that address too."
        )
        page.add(
            "`coster checkout verify` compares what customers get with this list ([Apple Pay on the web](../operations/web.md#verify-the-page))."
        )
        return page.text
    }
}
