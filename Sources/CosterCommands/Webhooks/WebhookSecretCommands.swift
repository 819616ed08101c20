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
        case .login: "Send a user name and a password, as the forms of processors need."
        }
    }
}

extension WebhookFormat: ExpressibleByArgument {}

/// The secret that an endpoint is given.
struct WebhookSecretOptions: ParsableArguments {
    @Option(
        help:
            "A file with your own secret on its first line; - for standard input. (default: a new secret, shown once)"
    )
    var secretFile: String?

    @Flag(help: "(default: the format's, or that of the secret before it)")
    var scheme: WebhookSecret.Scheme?

    @OptionGroup var output: JSONOutput

    func validate() throws {
        guard secretFile == nil || scheme == nil else {
            throw ValidationError("Your own secret says by itself how it is used.")
        }
    }

    /// The secret that was given, or a new one.
    func secret(or scheme: WebhookSecret.Scheme) throws(CosterFailure) -> WebhookSecret {
        guard let secretFile else { return WebhookSecret(self.scheme ?? scheme) }
        let text = String(decoding: try Files.password(secretFile), as: UTF8.self)
        do throws(WebhookFault) {
            return try WebhookSecret(text)
        } catch {
            throw CosterFailure(error)
        }
    }

    /// Prints what a receiver needs, once, alone on standard output.
    ///
    /// - Throws: Exit code 70 if it wasn't taken: nobody can have it then.
    func show(_ secret: WebhookSecret, of endpoint: WebhookID) throws(CosterFailure) {
        let shown = secretFile == nil ? secret.verifier : nil
        if output.json {
            try JSONOutput.print(WebhookSecretFacts(id: endpoint.value, secret: shown))
        } else if let shown {
            Operator.tell(
                secret.scheme == .ed25519 ? "Its public key:" : "Its secret is shown only once:")
            print(shown)
        } else {
            print(endpoint)
        }
        guard StandardStreams.haveTakenAll() else {
            throw CosterFailure(
                .internalFault,
                "The secret couldn't be written to standard output, so nobody has it. Create another with `coster webhook rotate`."
            )
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
            The secret is printed once: what a receiver knows Coster by. Coster encrypts it.

            A sandbox also sends to http://127.0.0.1 and http://localhost.
            """,
            [
                example,
                "coster webhook create --merchant sandbox --url http://127.0.0.1:3000/ --events payment.captured,payment.refunded --json",
            ]))

    @Option(help: "The merchant whose events are sent.")
    var merchant: String

    @Option(help: "The URL that gets them.")
    var url: String

    @Option(help: "The kinds of events, parted by commas. (default: all)")
    var events: String?

    @Option(help: "The form in which it gets them.")
    var format = WebhookFormat.standard

    @OptionGroup var secrets: WebhookSecretOptions
    @OptionGroup var options: AdministrationOptions

    func run() async throws {
        let kinds = events?.split(separator: ",").map { String($0.trimmingPrefix(" ")) } ?? []
        let secret = try secrets.secret(or: format.newScheme)
        let administration = try await options.administration()
        let endpoint = try await WebhookOperations(administration).create(
            merchant, url, kinds: Set(kinds), format, secret: secret,
            try await options.keyring(administration.store))
        Operator.tell("Created endpoint \(endpoint.id) of \(merchant).")
        try secrets.show(secret, of: endpoint.id)
        // The forms of processors have no test event.
        if format == .standard { Operator.tell("Next: coster webhook test \(endpoint.id)") }
    }
}

/// `coster webhook rotate`.
struct WebhookRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Give an endpoint a new secret.",
        discussion: Examples.text(
            """
            Until the overlap ends, each request has signatures of both secrets, so that the receiver can change at any time. \
            A user name and password have no overlap: from now on the new ones are sent.
            """,
            [
                "coster webhook rotate wh_4f2ksd81mzq07ahx3c9t",
                "coster webhook rotate wh_4f2ksd81mzq07ahx3c9t --overlap-hours 72 --ed25519",
            ]))

    @OptionGroup var webhook: WebhookArgument

    @Option(help: "How long the secret before it signs too, in hours. (default: 24)")
    var overlapHours: Int?

    @OptionGroup var secrets: WebhookSecretOptions
    @OptionGroup var options: AdministrationOptions

    func run() async throws {
        let hours = overlapHours ?? 24
        let overlap = try Overlap.seconds(hours: hours)
        let administration = try await options.administration()
        let webhooks = WebhookOperations(administration)
        let found = try await webhooks.webhook(webhook.id)
        let keyring = try await options.keyring(administration.store)
        let secret = try secrets.secret(or: found.newScheme(keyring.vault))
        let isShort = secret.scheme.overlap(overlap) < overlap
        if isShort, overlapHours != nil {
            throw ValidationError(
                "A user name and password have no overlap. Leave out --overlap-hours.")
        }
        try await webhooks.rotate(found, to: secret, overlapSeconds: overlap, keyring)
        let before =
            isShort || overlap == 0 ? "is erased" : "is good for \(hours.counted("hour"))"
        Operator.tell("The secret before it \(before).")
        try secrets.show(secret, of: found.endpoint.id)
    }
}
