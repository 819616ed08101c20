/// The examples of a help page.
///
/// A test runs each of them, so that none is out of date.
enum Examples {
    /// The lines of a help page's discussion: what there is to say, then the examples.
    static func text(_ discussion: String, _ commands: [String]) -> String {
        discussion + "\n\n" + text(commands)
    }

    /// The lines of a help page that has only examples.
    static func text(_ commands: [String]) -> String {
        "Examples:\n" + commands.map { "  " + $0 }.joined(separator: "\n")
    }
}
