import ArgumentParser
import CosterOperations
import CosterServer
import MerchantStorage
import PaymentDomain
import Webhooks

extension WebhookSecret.Scheme: EnumerableFlag {
    package static func help(for scheme: WebhookSecret.Scheme) -> ArgumentHelp? {
        switch scheme {
        case .hmac: "Sign with a secret that the receiver has too: HMAC-SHA256."
        case .ed25519: "Sign with Ed25519. The receiver has a public key."
        }
    }
}

/// `coster webhook create`.
struct WebhookCreateCommand: AsyncParsableCommand {
    static let example =
        "coster webhook create --merchant flowers --url https://shop.example/webhooks"

    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an endpoint, which gets events from now on.",
        discussion: Examples.text(
            """
            The secret is printed once: what a receiver checks signatures with. Coster encrypts it.

            A sandbox also sends to http://127.0.0.1 and http://localhost.
            """,
            [
                example,
                "coster webhook create --merchant sandbox --url http://127.0.0.1:3000/ --events payment.captured,payment.refunded --json",
            ]))

    @Option(help: "The merchant whose events are sent.")
    var merchant: String

    @Option(help: "Where they are sent.")
    var url: String

    @Option(help: "The kinds of events, parted by commas. (default: all)")
    var events: String?

    @Flag var scheme = WebhookSecret.Scheme.hmac

    @OptionGroup var options: AdministrationOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let kinds = events?.split(separator: ",").map { String($0.trimmingPrefix(" ")) } ?? []
        let administration = try await options.administration()
        let (endpoint, secret) = try await WebhookOperations(administration).create(
            merchant, url, kinds: Set(kinds), scheme,
            try await options.keyring(administration.store))
        Operator.tell("Created endpoint \(endpoint.id) of \(merchant).")
        try secret.show(of: endpoint.id, asJSON: output.json)
        Operator.tell("Next: coster webhook test \(endpoint.id)")
    }
}

/// `coster webhook rotate`.
struct WebhookRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Give an endpoint a new secret.",
        discussion: Examples.text(
            """
            Until the overlap ends, each request has a signature of both secrets, so that the receiver can change at any time.
            """,
            [
                "coster webhook rotate wh_4f2ksd81mzq07ahx3c9t",
                "coster webhook rotate wh_4f2ksd81mzq07ahx3c9t --overlap-hours 72 --ed25519",
            ]))

    @OptionGroup var webhook: WebhookArgument

    @Option(help: "How long the secret before it signs too, in hours.")
    var overlapHours = 24

    @Flag(help: "(default: as the secret before it)")
    var scheme: WebhookSecret.Scheme?

    @OptionGroup var options: AdministrationOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let seconds = try Overlap.seconds(hours: overlapHours)
        let administration = try await options.administration()
        let webhooks = WebhookOperations(administration)
        let found = try await webhooks.webhook(webhook.id)
        let secret = try await webhooks.rotate(
            found, to: scheme, overlapSeconds: seconds,
            try await options.keyring(administration.store))
        let before = seconds == 0 ? "is erased" : "signs for \(overlapHours.counted("hour"))"
        Operator.tell("The secret before it \(before).")
        try secret.show(of: found.endpoint.id, asJSON: output.json)
    }
}

extension WebhookSecret {
    /// Prints what a receiver needs, once, alone on standard output.
    ///
    /// - Throws: Exit code 70 if it wasn't taken: nobody can have it then.
    fileprivate func show(of endpoint: WebhookID, asJSON isJSON: Bool) throws(CosterFailure) {
        if isJSON {
            try JSONOutput.print(WebhookSecretFacts(id: endpoint.value, secret: verifier))
        } else {
            Operator.tell(
                scheme == .hmac ? "Its secret is shown only once:" : "Its public key:")
            print(verifier)
        }
        guard StandardStreams.haveTakenAll() else {
            throw CosterFailure(
                .internalFault,
                "The secret couldn't be written to standard output, so nobody has it. Create another with `coster webhook rotate`."
            )
        }
    }
}
