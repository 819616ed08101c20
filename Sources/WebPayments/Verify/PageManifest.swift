import PaymentDomain

/// What a browser gets of the hosted page from this build: its headers, its scripts and its tags.
///
/// It is made by the code that writes the page, so it never differs from the page of this build.
///
/// Source: PCI DSS 4.0.1, 6.4.3 and 11.6.1.
package struct PageManifest: Sendable {
    /// Headers that a change of the page would bring, and this build never sends with a page.
    private static let unwanted = [
        "access-control-allow-origin", "content-security-policy-report-only", "link", "refresh",
        "set-cookie", "sourcemap",
    ]
    /// The seconds for which a browser must stay with HTTPS: those that this build sends. Source: RFC 6797, 6.1.1.
    private static let transportSeconds: Int64 = 31_536_000

    /// Its headers by name, in lower case.
    package let headers: [String: String]
    /// The tags that every page has.
    private let required: [String]
    /// The tags that some page has.
    private let allowed: Set<String>
    /// The tags of scripts and styles, in order.
    private let loading: [String]

    /// The manifest of this build.
    ///
    /// - Parameter scripts: The paths of scripts in front of ours: in a sandbox, the simulated device.
    package init(scripts: [String] = []) {
        let page = OrderPage(isTLS: false, scripts: scripts)
        func tags(_ isFull: Bool) -> [PageTags.Tag] {
            PageTags(page.sample(isFull: isFull).body)?.tags ?? []
        }
        let least = tags(false)
        headers = Dictionary(
            uniqueKeysWithValues: page.sample(isFull: false).headers.map {
                ($0.key.lowercased(), $0.value)
            })
        required = least.map(\.form)
        allowed = Set(tags(true).map(\.form)).union(required)
        loading = least.filter(\.isLoading).map(\.form)
    }

    /// What is different about a page.
    ///
    /// - Parameter isTLS: Whether it came over HTTPS: it must then keep browsers there.
    package func changes(in page: ServedPage, isTLS: Bool) -> [PageChange] {
        guard page.status == 200 else {
            return [
                PageChange(.status, "page", expected: "200", found: String(page.status))
            ]
        }
        return headerChanges(page, isTLS: isTLS) + tagChanges(page.body)
    }

    private func headerChanges(_ page: ServedPage, isTLS: Bool) -> [PageChange] {
        var changes: [PageChange] = []
        for (name, expected) in headers.sorted(by: { $0.key < $1.key }) {
            let found = page.values(of: name)
            if found.isEmpty {
                changes.append(PageChange(.headerMissing, name, expected: expected))
            } else if found != [expected] {
                changes.append(
                    PageChange(
                        .headerChanged, name, expected: expected,
                        found: found.joined(separator: ", ")))
            }
        }
        if page.values(of: "content-type") != [OrderPage.contentType] {
            changes.append(
                PageChange(
                    .headerChanged, "content-type", expected: OrderPage.contentType,
                    found: page.values(of: "content-type").joined(separator: ", ")))
        }
        for name in Self.unwanted {
            guard let found = page.values(of: name).first else { continue }
            changes.append(PageChange(.headerAdded, name, found: found))
        }
        return isTLS ? changes + transportChange(page) : changes
    }

    private func transportChange(_ page: ServedPage) -> [PageChange] {
        let name = "strict-transport-security"
        let expected = "max-age=\(Self.transportSeconds)"
        guard let found = page.values(of: name).first else {
            return [PageChange(.headerMissing, name, expected: expected)]
        }
        let age = found.lowercased().split(separator: ";").lazy
            .map { $0.filter { $0 != " " } }.first { $0.hasPrefix("max-age=") }
            .flatMap { Int64($0.dropFirst("max-age=".count)) }
        guard let age, age >= Self.transportSeconds else {
            return [PageChange(.headerChanged, name, expected: expected, found: found)]
        }
        return []
    }

    private func tagChanges(_ body: [UInt8]) -> [PageChange] {
        guard let tags = PageTags(body)?.tags else {
            return [PageChange(.pageUnreadable, "page")]
        }
        let found = tags.map(\.form)
        var changes: [PageChange] = []
        for tag in tags where !allowed.contains(tag.form) {
            changes.append(
                PageChange(tag.isLoading ? .scriptAdded : .tagAdded, tag.form, found: tag.form))
        }
        for form in required where !found.contains(form) {
            let kind = loading.contains(form) ? PageChange.Kind.scriptMissing : .tagMissing
            changes.append(PageChange(kind, form, expected: form))
        }
        let loaded = tags.filter(\.isLoading).map(\.form)
        if changes.isEmpty, loaded != loading {
            changes.append(
                PageChange(
                    .scriptAdded, "order", expected: loading.joined(), found: loaded.joined()))
        }
        return changes
    }
}

extension PageTags.Tag {
    /// Whether a browser loads something because of it.
    fileprivate var isLoading: Bool { name == "script" || name == "link" }
}

extension WebAsset {
    /// What is different about this file as it is served.
    package func changes(in file: ServedPage) -> [PageChange] {
        guard file.status == 200 else {
            return [PageChange(.status, path, expected: "200", found: String(file.status))]
        }
        var changes: [PageChange] = []
        for (name, expected) in [
            ("content-type", contentType), ("x-content-type-options", "nosniff"),
        ] where file.values(of: name) != [expected] {
            changes.append(
                PageChange(
                    .headerChanged, "\(path) \(name)", expected: expected,
                    found: file.values(of: name).joined(separator: ", ")))
        }
        let found = WebAsset.integrity(of: file.body)
        if found != integrity {
            changes.append(PageChange(.fileChanged, path, expected: integrity, found: found))
        }
        return changes
    }
}
