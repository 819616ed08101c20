import Events

/// The page of all events: the catalogue, and the body that receivers get.
enum EventReference {
    static var markdown: String {
        var page = Markdown(
            title: "Events",
            "`coster events` lists the changes of payments that a merchant's systems want to know.")
        page.add(
            "Version \(EventKind.version). Within a version, kinds and members are only added. Ignore those that you don't know."
        )
        page.add(
            table: ["type", "when"],
            EventKind.allCases.map { ["`\($0.rawValue)`", $0.meaning] })
        page.add(heading: "The body")
        page.add(
            "`coster events --json` prints one body a line. An event has the same bytes each time. A member without a value is missing. Amounts are in the currency's minor units."
        )
        page.add(
            table: ["member", "meaning"], EventMember.all.map { ["`\($0.path)`", $0.meaning] })
        page.add(
            "[events.schema.json](events.schema.json) is the JSON Schema of all kinds. It takes members that it doesn't know, as receivers should."
        )
        page.add(
            "No event has a name, an address, a token or a card number. Events may come twice or out of order: keep the `id`, and drop what has a lower `sequence`."
        )
        return page.text
    }
}
