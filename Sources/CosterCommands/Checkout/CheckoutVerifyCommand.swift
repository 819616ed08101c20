import ArgumentParser
import CosterServer
import Foundation
import WebPayments

/// `coster checkout verify`: whether the page, its scripts and its headers are those of this build.
struct CheckoutVerifyCommand: AsyncParsableCommand {
    /// The longest page that is read, in bytes.
    private static let pageBytes = 262_144

    static let example = "coster checkout verify https://pay.example.com/pay/LINK"

    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Compare a payment page, its scripts and its headers with this build.",
        discussion: Examples.text(
            """
            Run it at least weekly from outside your network, with a program of the server's version (PCI DSS 11.6.1). \
            An order's page can be verified after the order has expired.

            Exit codes: 0 nothing differs; 1 something does; 69 no reply.
            """, [example, example + " --json"]))

    @Argument(help: "The page's URL; http only for a sandbox on this machine.")
    var url: String

    @Flag(help: "Expect a sandbox's page, which loads the simulated device.")
    var sandbox = false

    @OptionGroup var way: PageFetchOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let fetch = try way.fetch()
        let page = try Self.pageURL(url)
        let manifest = PageManifest(scripts: HostedPage.scripts(isSandbox: sandbox))
        var changes = manifest.changes(
            in: try await fetch.get(page, limit: Self.pageBytes), isTLS: page.scheme == "https")
        for asset in WebAsset.all {
            guard let file = URL(string: asset.path, relativeTo: page)?.absoluteURL else {
                continue
            }
            changes += asset.changes(
                in: try await fetch.get(file, limit: max(asset.bytes.count, Self.pageBytes)))
        }
        let facts = CheckoutFacts(url, changes, manifest)
        if output.json {
            try JSONOutput.print(facts)
        } else if changes.isEmpty {
            print(
                "ok: the page is this build's: \(manifest.headers.count) headers, \(WebAsset.all.count) files."
            )
        } else {
            for change in facts.changes { print(change.line.terminalSafe) }
        }
        guard changes.isEmpty else {
            throw CosterFailure(
                .doesNotHold,
                "The page differs from this build in \(changes.count.counted("place")). If the server has another version, run that version's program; otherwise find out who changed the page."
            )
        }
    }

    private static func pageURL(_ text: String) throws -> URL {
        let local = ["localhost", "127.0.0.1", "[::1]", "::1"]
        guard let url = URL(string: text), let host = url.host, url.user == nil,
            url.scheme == "https" || (url.scheme == "http" && local.contains(host))
        else {
            throw ValidationError(
                "Invalid URL. Use https:// and the path of a page, such as https://pay.example.com/pay/LINK."
            )
        }
        return url
    }
}

/// A verified page for a machine. The names in JSON are an interface.
struct CheckoutFacts: Encodable {
    let url: String
    let isUnchanged: Bool
    let changes: [Change]
    /// What was compared: the headers of the page, and the files with their hashes.
    let headers: [String]
    let files: [File]

    /// A difference.
    struct Change: Encodable {
        let kind: String
        let subject: String
        let expected: String?
        let found: String?

        /// The difference for a person.
        var line: String {
            "\(kind): \(subject): expected \(expected ?? "nothing"), found \(found ?? "nothing")"
        }
    }

    /// A file that the page loads.
    struct File: Encodable {
        let path: String
        let integrity: String
    }

    init(_ url: String, _ changes: [PageChange], _ manifest: PageManifest) {
        self.url = url
        isUnchanged = changes.isEmpty
        self.changes = changes.map { change in
            Change(
                kind: change.kind.rawValue, subject: Self.cut(change.subject),
                expected: change.expected.map(Self.cut), found: change.found.map(Self.cut))
        }
        headers = manifest.headers.keys.sorted()
        files = WebAsset.all.map { File(path: $0.path, integrity: $0.integrity) }
    }

    /// A stranger's text, cut so that it can't fill a mailbox.
    private static func cut(_ text: String) -> String { String(text.prefix(400)) }
}
