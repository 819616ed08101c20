import Foundation
import Programs
import Testing

/// The Python library of Standard Webhooks, if it is installed.
package enum ReceiverLibrary {
    /// A delivery as the receiver has it.
    package struct Delivery: Encodable, Sendable {
        package var secret: String
        package var headers: [String: String]
        package var body: String

        package init(secret: String, headers: [String: String], body: String) {
            self.secret = secret
            self.headers = headers
            self.body = body
        }
    }

    /// Its path as it is: a link of the environment, which must not be followed.
    private static let python = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/clients/bin/python").path
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
    package static let absence: Comment = "needs the library that scripts/install-clients installs"

    /// Prints for each delivery whether the library takes it.
    private static let script = """
        import json, sys
        from standardwebhooks import Webhook, WebhookVerificationError
        for delivery in json.load(sys.stdin):
            try:
                Webhook(delivery["secret"]).verify(delivery["body"], delivery["headers"])
                print("accepted")
            except WebhookVerificationError as error:
                print(error)
        """

    /// What the library says of each: `accepted`, or why not.
    package static func verdicts(on deliveries: [Delivery]) throws -> [String] {
        let ending = try Program(python).run(
            ["-c", script], input: Array(try JSONEncoder().encode(deliveries)))
        let complaints = String(decoding: ending.complaints, as: UTF8.self)
        #expect(ending.status == 0, "\(complaints)")
        let verdicts = String(decoding: ending.output, as: UTF8.self).split(separator: "\n")
        try #require(verdicts.count == deliveries.count)
        return verdicts.map(String.init)
    }
}
