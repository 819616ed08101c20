import AcquirerKit
import Foundation
import LineContract
import LineHosts
import PaymentDomain
import PaymentEngine
import Routing
import Testing

@testable import CybersourceLine

extension CybersourceLine: MeteredLine {}

/// Requests and replies with fixed names and times.
enum Samples: LineSamples {
    static let pan = "4111111111111111"
    static let payment = "P6750124114786780104953:1499"
    static let capture = "C6799471903876585704951"
    static let refund = "R6799499091686234304951"
    static let credit = "K6799499091686234304952"
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    static let fileType = "txt"
    static let secret = "08c94330-f618-42a3-b09d-e1e43be5efda c2hhcmVkIHNlY3JldCBvZiB0aGUgdGVzdHM="

    static let account = CybersourceAccount(
        merchantID: "flowers_shop", secret: secret, host: "apitest.cybersource.com", path: "/",
        currency: .usd)

    static func line(over transport: any LineTransport) throws -> CybersourceLine {
        CybersourceLine(try #require(account), over: transport, now: { now })
    }

    /// A line to a host, whose calls take no longer than four seconds.
    static func line(
        to host: LineHost, secret: String = LineHost.Acquirer.cybersource.secret
    ) throws -> CybersourceLine {
        var limits = LineLimits()
        limits.call = .seconds(4)
        let address = try LineAddress(typed: "http://127.0.0.1:\(host.port)")
        let account = CybersourceAccount(
            merchantID: LineHost.Acquirer.cybersource.user, secret: secret,
            host: address.authority, path: address.path, currency: .usd)
        let endpoint = try #require(LineEndpoint(address))
        return CybersourceLine(
            try #require(account), over: LineClient(endpoint, limits: limits, now: { now }),
            now: { now })
    }

    /// The whole path of a request by our own name; the end of any other.
    static func action(of request: LineRequest) -> String {
        let steps = request.path.split(separator: "/")
        let isByOurName = steps.count == 3 && request.path.hasPrefix("/pts/")
        return isByOurName ? request.path : String(steps.last ?? "")
    }

    /// The path in the first line, then the document.
    static func record(of request: LineRequest) -> String { "\(request.path)\n\(request.text)" }

    /// A recorded reply.
    static func recorded(_ name: String, status: Int = 201) throws -> SampleReply {
        SampleReply(status: status, text: try file("Replies/\(name).json"))
    }
}

/// Replies in the words of Cybersource's.
extension SampleReply {
    init(_ text: String) {
        self.init(status: 201, text: text)
    }

    /// That a message was done.
    static func done(_ status: String, id: String = "6800000000000000000001") -> SampleReply {
        SampleReply(members(#""id": "\#(id)", "status": "\#(status)""#))
    }

    /// That a message was read, and refused.
    static func declined(_ reason: String) -> SampleReply {
        SampleReply(
            members(
                #""id": "1", "status": "DECLINED", "errorInformation": {"reason": "\#(reason)"}"#))
    }

    /// That a message can't be done.
    static func invalid(_ reason: String, field: String? = nil) -> SampleReply {
        let details = field.map { #", "details": [{"field": "\#($0)", "reason": "x"}]"# } ?? ""
        return SampleReply(
            status: 400,
            text: #"{"status": "INVALID_REQUEST", "reason": "\#(reason)"\#(details)}"#)
    }

    /// What a search finds: numbers of reasons.
    static func found(_ reasons: String..., code: OperationID = .ofAdvice) -> SampleReply {
        let summaries = reasons.map { reason in
            #"{"id": "6800000000000000000001", "applicationInformation": {"reasonCode": "\#(reason)"}, "#
                + #""clientReferenceInformation": {"code": "\#(code.value)"}}"#
        }.joined(separator: ",")
        return SampleReply(
            #"{"totalCount": \#(reasons.count), "_embedded": {"transactionSummaries": [\#(summaries)]}}"#
        )
    }

    private static func members(_ text: String) -> String {
        #"{"clientReferenceInformation": {"code": "\#(Samples.adviceID.value)"}, \#(text)}"#
    }

    static let nothingFound = SampleReply(#"{"totalCount": 0}"#)
    static let rejected = SampleReply(
        status: 401, text: #"{"response": {"rmsg": "Authentication Failed"}}"#)
}
