import ApplePayToken
import AppleSimulator
import Foundation
import Testing

private func quoted(_ json: String) -> String {
    #""\#(json.replacing(#"""#, with: #"\""#))""#
}

extension Refusal {
    /// What is wrong before any signature is looked at.
    package static let envelopes: [Refusal] = [
        Refusal("no bytes at all", .emptyPaymentData, json: { _ in "" }),
        Refusal("the empty object of Apple's simulator", .emptyPaymentData, json: { _ in "{}" }),
        Refusal(
            "the outer form with the empty payment data of Apple's simulator", .emptyPaymentData,
            json: { _ in #"{"paymentData":{},"transactionIdentifier":"Simulated Identifier"}"# }),
        Refusal(
            "the same as an empty string", .emptyPaymentData,
            json: { _ in #"{"paymentData":""}"# }),
        Refusal("white space alone", .emptyPaymentData, json: { _ in " \n" }),
        Refusal(
            "the same as null", .emptyPaymentData, json: { _ in #"{"paymentData":null}"# }),
        Refusal(
            "the same as white space", .emptyPaymentData, json: { _ in #"{"paymentData":" "}"# }),
        Refusal(
            "the same without any field's text", .emptyPaymentData,
            json: { _ in #"{"version":"","data":"","signature":null,"header":{"wrappedKey":""}}"# }),
        Refusal(
            "the empty token of Flutter's library in the simulator", .emptyPaymentData,
            json: { _ in #"{"token":"","paymentMethod":{"displayName":"SimulatedInstrument"}}"# }),
        Refusal("the same as null", .emptyPaymentData, json: { _ in #"{"token":null}"# }),
        Refusal("the same as an object", .emptyPaymentData, json: { _ in #"{"token":{}}"# }),
        Refusal(
            "an empty token around empty payment data", .emptyPaymentData,
            json: { _ in #"{"token":{"paymentData":{},"transactionIdentifier":"x"}}"# }),
        Refusal(
            "an empty text in quotes", .emptyPaymentData, json: { _ in #""""# }),
        Refusal("null", .emptyPaymentData, json: { _ in "null" }),
        Refusal("base64 of the JSON", .wrapped(.base64(in: nil))) { fixture in
            Data(try fixture.token().json.utf8).base64EncodedString()
        },
        Refusal("hex of the JSON", .wrapped(.hex(in: nil))) { fixture in
            try fixture.token().json.utf8.map {
                String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
            }
            .joined()
        },
        Refusal("the JSON in quotes", .wrapped(.text(in: nil))) { fixture in
            quoted(try fixture.token().json)
        },
        Refusal("payment data as a text", .wrapped(.text(in: .paymentData))) { fixture in
            #"{"paymentData":\#(quoted(try fixture.token().json))}"#
        },
        Refusal("payment data in base64", .wrapped(.base64(in: .paymentData))) { fixture in
            let text = Data(try fixture.token().json.utf8).base64EncodedString()
            return #"{"paymentData":"\#(text)"}"#
        },
        Refusal("a token as a text", .wrapped(.text(in: .token))) { fixture in
            #"{"token":\#(quoted(try fixture.token().json)),"paymentMethod":{}}"#
        },
        Refusal("a whole PKPayment", .wrapped(.member(.token))) { fixture in
            #"{"payment":{"token":{"paymentData":\#(try fixture.token().json)}}}"#
        },
        Refusal("Cordova's object", .wrapped(.member(.tokenData))) { fixture in
            #"{"type":"applepay","token_data":\#(try fixture.token().json)}"#
        },
        Refusal("no JSON", .jsonMalformed, json: { _ in "version=EC_v1" }),
        Refusal("an array", .jsonMalformed, json: { _ in "[]" }),
        Refusal("JSON that ends early", .jsonMalformed) { String(try $0.token().json.dropLast()) },
        Refusal("text behind the JSON", .jsonMalformed) { try $0.token().json + "x" },
        Refusal("both forms at once", .jsonMalformed) { fixture in
            let json = try fixture.token().json
            return #"{"paymentData":\#(json),"version":"EC_v1"}"#
        },
        Refusal("a key twice", .jsonDuplicateKey) { fixture in
            #"{"version":"EC_v1","# + (try fixture.token().json.dropFirst())
        },
        Refusal("a key twice in another spelling", .jsonDuplicateKey) { fixture in
            #"{"\u0076ersion":"EC_v1","# + (try fixture.token().json.dropFirst())
        },
        Refusal(
            "a thousand arrays in each other", .jsonTooDeep,
            json: { _ in
                #"{"x":"# + String(repeating: "[", count: 1000)
                    + String(repeating: "]", count: 1000)
                    + "}"
            }),
        Refusal(
            "a thousand members", .jsonTooDeep,
            json: { _ in "{" + (0..<1000).map { #""k\#($0)":0"# }.joined(separator: ",") + "}" }),
        Refusal("a key of marks without end", .jsonTooDeep) { fixture in
            let marks = String(repeating: "\u{301}", count: 20_000)
            return "{\"x\(marks)\":0," + (try fixture.token().json.dropFirst())
        },
        Refusal(
            "ten megabytes", .tooLarge, json: { _ in String(repeating: " ", count: 10_000_000) }),
        Refusal("no version", .missingField(.version)) { fixture in
            try fixture.token().json.replacing(#""version":"EC_v1","#, with: "")
        },
        Refusal(
            "a version of the future", .unsupportedVersion,
            afterSigning: {
                $0.version = "EC_v2"
            }),
        Refusal(
            "a version in another case", .unsupportedVersion,
            afterSigning: {
                $0.version = "ec_v1"
            }),
        Refusal("EC_v1 with the body of RSA_v1", .missingField(.ephemeralPublicKey)) { fixture in
            var token = try fixture.token(fixture.order(version: .rsaV1))
            token.parts.version = "EC_v1"
            return token
        },
        Refusal(
            "RSA_v1 with the body of EC_v1", .missingField(.wrappedKey),
            afterSigning: {
                $0.version = "RSA_v1"
            }),
        Refusal("no data", .missingField(.data), afterSigning: { $0.data = [] }),
        Refusal(
            "data of 20 KiB", .fieldTooLong(.data),
            afterSigning: {
                $0.data = Array(repeating: 0, count: 20 * 1024)
            }),
        Refusal("a transaction identifier that is not hex", .malformedHex(.transactionId)) {
            fixture in
            let token = try fixture.token()
            return token.json.replacing(token.fields.transactionId.prefix(4), with: "wxyz")
        },
        Refusal(
            "a transaction identifier of 31 bytes", .wrongLength(.transactionId),
            afterSigning: {
                $0.transactionID.removeLast()
            }),
        Refusal("application data in base64", .malformedHex(.applicationData)) { fixture in
            var order = fixture.order()
            order.applicationData = Array(repeating: 0xA5, count: 32)
            let token = try fixture.token(order)
            let hex = try #require(token.fields.applicationData)
            return token.json.replacing(hex, with: "paWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaU=")
        },
        Refusal(
            "a key hash of 31 bytes", .wrongLength(.publicKeyHash),
            afterSigning: {
                $0.publicKeyHash.removeLast()
            }),
        Refusal("data that is not base64", .malformedBase64(.data)) { fixture in
            let token = try fixture.token()
            return token.json.replacing(token.fields.data, with: "!" + token.fields.data)
        },
        Refusal("data whose plus signs became spaces", .base64PlusLost(.data)) { fixture in
            let token = try fixture.token()
            let data = token.fields.data
            let cut = data.index(data.startIndex, offsetBy: 41)
            return token.json.replacing(data, with: "\(data[..<cut]) \(data[cut...].dropFirst(2))")
        },
        Refusal(
            "an ephemeral key that is truncated", .ephemeralKeyMalformed,
            afterSigning: {
                $0.ephemeralPublicKey?.removeLast()
            }),
        Refusal(
            "an ephemeral key with a byte behind it", .ephemeralKeyMalformed,
            afterSigning: {
                $0.ephemeralPublicKey?.append(0)
            }),
    ]
}
