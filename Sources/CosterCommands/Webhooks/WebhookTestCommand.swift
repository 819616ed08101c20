import ArgumentParser
import CosterOperations
import CosterServer
import PaymentDomain
import Webhooks

/// `coster webhook test`.
struct WebhookTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send an endpoint a test event, and show its answer.",
        discussion: Examples.text(
            """
            The event has the type endpoint.test. It is sent once, from this machine, as any event is.

            Exit codes: 0 the endpoint took it; 1 it answered with another status than 2xx; 69 nothing was sent, or no \
            answer came.
            """,
            [
                "coster webhook test wh_4f2ksd81mzq07ahx3c9t",
                "coster webhook test wh_4f2ksd81mzq07ahx3c9t --json",
            ]))

    @OptionGroup var webhook: WebhookArgument
    @OptionGroup var options: AdministrationOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let administration = try await options.administration()
        let webhooks = WebhookOperations(administration)
        let trial = try await webhooks.test(
            try await webhooks.webhook(webhook.id),
            try await options.keyring(administration.store))
        let facts = WebhookTrialFacts(trial)
        if output.json { try JSONOutput.print(facts) }
        switch trial.result {
        case .answered(let status, _):
            guard !trial.result.isDelivered else {
                if !output.json { print("ok: HTTP \(status) after \(facts.milliseconds) ms") }
                return
            }
            throw CosterFailure(
                .doesNotHold, "The endpoint answered HTTP \(status). It must answer 200 to 299.")
        case .refused(let fault):
            throw CosterFailure(.notReachable, "\(fault.code): \(fault.sentence)")
        case .failed(let code):
            throw CosterFailure(
                .notReachable,
                "The endpoint gave no whole answer within 15 seconds: \(code). Check its URL and its log."
            )
        }
    }
}

/// The result of a test event for a machine.
private struct WebhookTrialFacts: Encodable {
    let event: String
    let isDelivered: Bool
    /// The status of the answer; missing without one.
    let status: Int?
    /// A code of why no answer came.
    let error: String?
    let milliseconds: Int64

    init(_ trial: WebhookTrial) {
        event = trial.event
        isDelivered = trial.result.isDelivered
        status = trial.result.status
        error = trial.result.code
        milliseconds = trial.milliseconds
    }
}
