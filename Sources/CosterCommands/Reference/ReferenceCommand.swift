import ArgumentParser

/// `coster reference PAGE`: prints a page of docs/reference; `make docs` writes them.
struct ReferenceCommand: ParsableCommand {
    /// The pages.
    enum Page: String, CaseIterable, ExpressibleByArgument {
        case cli
        case settings
        case refusals
        case metrics
        case events

        /// The page in Markdown.
        var markdown: String {
            get throws {
                switch self {
                case .cli: try CommandReference.markdown
                case .settings: SettingReference.markdown
                case .refusals: RefusalReference.markdown
                case .metrics: MetricReference.markdown
                case .events: EventReference.markdown
                }
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Print a page of the reference in Markdown.",
        discussion: Examples.text(["coster reference cli > docs/reference/cli.md"]),
        shouldDisplay: false)

    @Argument(help: "The page.")
    var page: Page

    func run() throws {
        print(try page.markdown, terminator: "")
    }
}
