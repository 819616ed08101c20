/// The pages whose commands are run, and the blocks that are not, each with its reason.
enum GuidePages {
    /// What a page's commands find.
    enum Start: Sendable {
        /// A sandbox at the address of the page, with its data in `./coster-data` and its number in `$server`.
        case server
        /// Nothing: the page starts a server itself.
        case page
        /// Nothing but a PostgreSQL database at the URL of the page.
        case database
    }

    /// A page to run.
    struct Run: Sendable, CustomStringConvertible {
        let path: String
        let start: Start

        var description: String { path }
    }

    static let runs = [
        Run(path: "README.md", start: .server),
        Run(path: "docs/getting-started.md", start: .page),
        Run(path: "docs/operations/backup.md", start: .server),
        Run(path: "docs/operations/configuration.md", start: .page),
        Run(path: "docs/operations/cybersource.md", start: .page),
        Run(path: "docs/operations/database.md", start: .database),
        Run(path: "docs/operations/install.md", start: .page),
        Run(path: "docs/operations/iso8583.md", start: .page),
        Run(path: "docs/operations/keys.md", start: .server),
        Run(path: "docs/operations/lines.md", start: .page),
        Run(path: "docs/operations/merchants.md", start: .server),
        Run(path: "docs/operations/monitoring.md", start: .server),
        Run(path: "docs/operations/upgrade.md", start: .server),
        Run(path: "docs/operations/web.md", start: .server),
        Run(path: "docs/operations/webhooks.md", start: .server),
        Run(path: "docs/protocols/cardconnect.md", start: .server),
        Run(path: "docs/protocols/instamed.md", start: .server),
        Run(path: "docs/protocols/native.md", start: .server),
        Run(path: "docs/protocols/orders.md", start: .server),
        Run(path: "docs/protocols/radial.md", start: .server),
        Run(path: "docs/protocols/vantiv.md", start: .server),
        Run(path: "docs/protocols/web.md", start: .server),
    ]

    /// The scripts that run the examples of the help pages.
    static let examples = [
        Run(path: "\(scripts)/backup.sh", start: .server),
        Run(path: "\(scripts)/database.sh", start: .database),
        Run(path: "\(scripts)/keys.sh", start: .page),
        Run(path: "\(scripts)/line-trials.sh", start: .server),
        Run(path: "\(scripts)/lines.sh", start: .server),
        Run(path: "\(scripts)/merchants.sh", start: .server),
        Run(path: "\(scripts)/payments.sh", start: .server),
        Run(path: "\(scripts)/tokens.sh", start: .server),
        Run(path: "\(scripts)/web.sh", start: .server),
        Run(path: "\(scripts)/webhooks.sh", start: .server),
    ]

    /// The folder of the scripts.
    static let scripts = "Tests/EndToEndTests/Guides/Examples"

    /// A block that no test runs.
    struct ByHand: Sendable, Hashable {
        let path: String
        /// The first line, without its comment.
        let command: String
        let reason: String
    }

    static let byHand = [
        ByHand(
            path: "README.md", command: "make demo", reason: "CI runs make; a test is part of it"),
        ByHand(
            path: "README.md", command: "make run", reason: "it builds; the test starts a server"),
        ByHand(path: "CONTRIBUTING.md", command: "make test", reason: "the test is part of it"),
        ByHand(
            path: "CONTRIBUTING.md", command: "COSTER_TESTS=VantivTests swift test",
            reason: "it builds"),
        ByHand(
            path: "docs/operations/monitoring.md",
            command: "coster events --forward http://127.0.0.1:3000/webhooks",
            reason: "it runs until it is ended; a test of its own has a receiver"),
        ByHand(
            path: "docs/operations/install.md", command: "make build CONFIG=release",
            reason: "it builds, and changes the machine"),
        ByHand(
            path: "docs/operations/install.md", command: "sudo useradd --system coster",
            reason: "it changes the machine"),
        ByHand(
            path: "docs/protocols/adding.md", command: "make dialect NAME=acme",
            reason: "it changes the checkout, and builds"),
        ByHand(
            path: "docs/protocols/clients.md", command: "make suites SUITES=../checkouts",
            reason: "it needs checkouts"),
        ByHand(
            path: "docs/operations/cybersource.md", command: "coster line echo cybersource",
            reason: "it needs Cybersource"),
        ByHand(
            path: "docs/operations/iso8583.md", command: "coster line echo direct",
            reason: "it needs an acquirer's host"),
        ByHand(
            path: "docs/operations/lines.md", command: "coster line try worldpay --amount 1.00",
            reason: "it needs Worldpay"),
        ByHand(
            path: "docs/operations/scaling.md",
            command: "export COSTER_DATABASE_URL='postgres://coster@db1,db2/coster'",
            reason: "database.md runs it"),
        ByHand(
            path: "docs/operations/scaling.md",
            command:
                "export COSTER_DATABASE_URL='postgres://coster@db1,db2/coster' COSTER_MASTER_KEY_FILE=/etc/coster/master.key",
            reason: "it needs several machines"),
        ByHand(
            path: "docs/operations/web.md",
            command: "coster merchant domain check flowers shop.example",
            reason: "a script runs it, with a server of the domain's"),
        ByHand(
            path: "docs/operations/webhooks.md",
            command:
                "WEBHOOK_SECRET=$(cat webhook.secret) python3 examples/webhooks/receiver.py 3000",
            reason: "a test runs each receiver"),
        ByHand(
            path: "docs/operations/webhooks.md",
            command: "coster webhook test $(coster webhook list | sed -n '2s/\\t.*//p')",
            reason: "it needs the receiver"),
        ByHand(
            path: "docs/operations/webhooks.md",
            command: "coster webhook enable wh_4f2ksd81mzq07ahx3c9t",
            reason: "it needs an endpoint that failed"),
        ByHand(
            path: "docs/operations/webhooks.md",
            command: "coster webhook rotate wh_4f2ksd81mzq07ahx3c9t --overlap-hours 72",
            reason: "a script runs it"),
        ByHand(path: "docs/performance.md", command: "make bench", reason: "it takes long"),
        ByHand(
            path: "docs/performance.md", command: "coster-bench compare coster-a coster-b",
            reason: "it needs two builds"),
        ByHand(
            path: "docs/performance.md",
            command: "perf record -e cpu-clock -F 999 -g -p PID -- sleep 20",
            reason: "it needs perf"),
        ByHand(
            path: "docs/reliability.md",
            command: "make torture MINUTES=30 DATABASE=postgresql SEED=4711",
            reason: "it takes long"),
    ]
}
