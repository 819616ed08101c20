import CosterServer
import Events
import PaymentDomain
import WebhookDelivery
import Webhooks

/// Sends events to a developer's receiver, in the way of a delivery, without an endpoint.
package struct EventForwarder: Sendable {
    /// What becomes of an event.
    package enum Result: Sendable, Hashable {
        /// The receiver answered, with whatever status.
        case answered(Int)
        /// The form has nothing for the event.
        case nothing
        /// No whole answer came: a code of why. The event is to be sent again.
        case unanswered(String)
    }

    private let url: WebhookURL
    private let form: any WebhookRendering
    private let client: WebhookClient
    /// What the receiver needs: a new one for each forwarder.
    package let secret: WebhookSecret

    /// - Throws: Exit code 65 if nothing is sent to the URL: it is neither of this machine, nor public, nor allowed.
    package init(to url: WebhookURL, as format: WebhookFormat) async throws(CosterFailure) {
        guard let form = WebhookForms.form(format) else {
            throw CosterFailure(.internalFault, "This program doesn't have the format.")
        }
        self.url = url
        self.form = form
        secret = WebhookSecret(format.newScheme)
        client = WebhookClient(
            WebhookRules(allowed: CommandSettings.webhookNetworks, allowsLoopback: true),
            now: SystemClock.engine.now)
        do throws(WebhookFault) {
            _ = try await client.target(of: url)
        } catch {
            throw CosterFailure(error)
        }
    }

    /// Sends an event once.
    package func send(_ event: Event) async -> Result {
        guard let message = form.message(of: event) else { return .nothing }
        let headers = form.headers(of: message, with: [secret], at: SystemClock.engine.now())
        switch await client.send(message.body, headers: headers, to: url) {
        case .answered(let status, _): return .answered(status)
        case .refused(let fault): return .unanswered(fault.code)
        case .failed(let code): return .unanswered(code)
        }
    }
}
