import ArgumentParser
import Events

/// `coster reference PAGE`: prints a page of docs/reference; `make docs` writes them.
struct ReferenceCommand: ParsableCommand {
    /// The pages.
    enum Page: String, CaseIterable, ExpressibleByArgument {
        case cli
        case settings
        case refusals
        case metrics
        case scripts
        case events
        case schema

        /// The page in Markdown; of the events' schema in JSON.
        var text: String {
            get throws {
                switch self {
                case .cli: try CommandReference.markdown
                case .settings: SettingReference.markdown
                case .refusals: RefusalReference.markdown
                case .metrics: MetricReference.markdown
                case .scripts: ScriptReference.markdown
                case .events: EventReference.markdown
                case .schema: EventSchema.text()
                }
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Print a page of the reference.",
        discussion: Examples.text(["coster reference cli > docs/reference/cli.md"]),
        shouldDisplay: false)

    @Argument(help: "The page.")
    var page: Page

    func run() throws {
        print(try page.text, terminator: "")
    }
}
