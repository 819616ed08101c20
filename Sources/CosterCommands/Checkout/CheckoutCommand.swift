import ArgumentParser

/// `coster checkout`: the hosted page as customers get it.
struct CheckoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkout", abstract: "Verify the payment page that customers get.",
        discussion: Examples.text([CheckoutVerifyCommand.example]),
        subcommands: [CheckoutVerifyCommand.self])
}
