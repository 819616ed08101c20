import CosterCardPages
import CosterKit
import Foundation
import PassKit
import Testing
import UIKit

/// What `LoopbackServer` names its error after.
enum Samples {
    struct MissingValue: Error {}
}

/// Servers and customers for the card pages.
enum CardPageFixtures {
    static let token = "9412345678901111"

    /// A reply of CardSecure's.
    static func reply(_ json: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(json.utf8.count)"
            + "\r\nConnection: close\r\n\r\n" + json
    }

    static let tokenReply = reply(
        "{\"message\":\"No Error\",\"errorcode\":0,\"token\":\"\(token)\"}")
    static let refusal = reply("{\"message\":\"decryption failure\",\"errorcode\":24}")
    static let notFound = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

    /// A server's URL without its path.
    static func endpoint(_ server: LoopbackServer) -> String {
        server.url.replacingOccurrences(of: "/path", with: "")
    }

    /// The endpoint of a server that isn't there any more.
    static func closedEndpoint() throws -> String {
        let server = try LoopbackServer(replies: [])
        _ = server.requests()
        server.close()
        return endpoint(server)
    }

    /// A customer who authorizes once, and then closes the sheet.
    @MainActor
    static func authorizing(
        _ json: String = Fixtures.json
    ) -> @MainActor (PKPaymentAuthorizationController) async -> Void {
        { sheet in
            _ = await sheet.authorize(Fixtures.payment(json))
            sheet.finish()
        }
    }

    /// Waits for a call that a test makes from elsewhere.
    @MainActor
    static func waiting<Value>(
        _ start: (@escaping @MainActor (Value) -> Void) -> Void
    ) async throws -> Value {
        var given: Value?
        await withCheckedContinuation { continuation in
            start { value in
                given = value
                continuation.resume()
            }
        }
        return try #require(given)
    }
}

/// The lines that an API object logged.
final class LoggedLines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }

    func listen(to api: CardAPI) {
        api.enableLogging = true
        api.logWriter = { line in self.lock.withLock { self.lines.append(line) } }
    }
}
