import ApplePayToken
import CosterOperations
import CosterServer
import DialectKit
import Merchants
import Routing
import WebPayments
import Webhooks

/// The page of all codes: of refused commands, refused requests, and the findings of `coster doctor`.
enum RefusalReference {
    static var markdown: String {
        var page = Markdown(
            title: "Refusals and findings",
            "Scripts may rely on the codes; the sentences may change.")
        page.add(
            "If Coster rejects a command, it prints one line per problem, records the attempt in the audit log, changes nothing else, and exits with 65:"
        )
        page.add(block: "refused: CODE: what is wrong, and what to do")
        for section in sections {
            page.add(heading: section.title)
            page.add(section.introduction)
            page.add(list: section.rows.map { "`\($0.code)`: \($0.sentence)" })
        }
        return page.text
    }

    private struct Section {
        let title: String
        let introduction: String
        let rows: [(code: String, sentence: String)]
    }

    private static var sections: [Section] {
        [
            Section(
                title: "Merchants, clients and cards",
                introduction:
                    "`coster merchant` and `coster card`. Limits are in bytes; names and secrets are ASCII.",
                rows: MerchantFault.allCases.map { ($0.code, $0.sentence) }),
            Section(
                title: "Certificates from Apple",
                introduction:
                    "`coster merchant certificate --import`, and `--import-p12` for the certificate in the file.",
                rows: CertificateProblem.allCases.map { ($0.code, $0.sentence) }),
            Section(
                title: "PKCS#12 files", introduction: "`coster merchant certificate --import-p12`.",
                rows: PKCS12Problem.allCases.map { ($0.code, $0.sentence) }),
            Section(
                title: "Apple Pay tokens",
                introduction:
                    "`coster token verify` and `coster token open`. A sentence may name another field than here.",
                rows: tokenRefusals.map { ($0.code, TokenReport.sentence(of: $0)) }),
            Section(
                title: "Backups",
                introduction: "`coster restore`. It names the file, and the number of the key.",
                rows: BackupError.refusals(of: "FILE", key: "KEY")),
            Section(
                title: "Lines and routes",
                introduction:
                    "`coster line` and `coster route`. In front of a problem of a rules file stands its place, such as `rules[2].network`.",
                rows: LineFault.allCases.map { ($0.code, $0.sentence) }
                    + RulesFileError.Kind.allCases.map { ($0.code, $0.sentence) }),
            Section(
                title: "Endpoints of events", introduction: "`coster webhook`.",
                rows: WebhookFault.allCases.map { ($0.code, $0.sentence) }),
            Section(
                title: "The relay",
                introduction:
                    "A server answers at \(ClientNames.relays), in the protocol's own form. These codes are the relay's; all others are the protocol's.",
                rows: [
                    (
                        GatewayRefusal.unauthorized.rawValue,
                        "HTTP 401. \(RelayRefusal.unauthorized)"
                    ),
                    (RelayRefusal.appCode, "HTTP 403. \(RelayRefusal.app)"),
                    (
                        GatewayRefusal.rateLimited.rawValue,
                        "HTTP 429. The merchant's apps together sent more than `max-requests-per-second` allows one client."
                    ),
                ]),
            Section(
                title: "The sandbox's tokens",
                introduction:
                    "A sandbox answers `POST /sandbox/apple-pay/token` with `{\"code\":\"…\",\"message\":\"…\"}`: HTTP 500 for the last of these codes, 400 for the others. Malformed JSON has the codes that begin with `json-`.",
                rows: TokenMintRefusal.own.map { ($0.code, $0.message) }),
            Section(
                title: "The sandbox's sessions",
                introduction:
                    "A sandbox answers `POST /sandbox/apple-pay/session` with HTTP 400 and `{\"code\":\"…\",\"message\":\"…\"}` if a device wouldn't take Apple's session.",
                rows: SessionDeviceRefusal.all.map { ($0.code, $0.message) }),
            Section(
                title: "Sessions for pages",
                introduction:
                    "`POST /applepay/session`, with `{\"code\":\"…\",\"message\":\"…\"}`. Malformed JSON has the codes that begin with `json-`.",
                rows: SessionRefusal.own.map { ($0.code, "HTTP \($0.status). \($0.message)") }),
            Section(
                title: "Orders of web shops",
                introduction:
                    "`coster order`, `/orders`, `/applepay/pay` and `/applepay/order`, with `{\"code\":\"…\",\"message\":\"…\"}`. A refused token has the codes of tokens. Malformed JSON has the codes that begin with `json-`.",
                rows: OrderProblem.own.map { ($0.code, "HTTP \($0.status). \($0.message)") }),
            Section(
                title: "Findings of coster doctor",
                introduction: "A problem ends `coster doctor` with exit code 1, a warning with 0.",
                rows: FindingKind.allCases.map {
                    ("\($0.rawValue)", "\($0.severity.rawValue). \($0.message)")
                }),
        ]
    }

    /// What the commands can refuse of a token, each once, whatever field it names.
    ///
    /// They have no order to compare with, know of no restored database, and accept the tokens of Apple's sandbox.
    static let tokenRefusals: [PaymentTokenError] = [
        .tooLarge, .jsonMalformed, .jsonTooDeep, .jsonDuplicateKey, .emptyPaymentData,
        .wrapped(.base64(in: .paymentData)), .missingField(.data), .fieldTooLong(.data),
        .wrongLength(.transactionId), .malformedBase64(.data), .base64PlusLost(.data),
        .malformedHex(.transactionId), .unsupportedVersion, .ephemeralKeyMalformed,
        .ephemeralKeyWrongCurve, .ephemeralKeyOffCurve, .missingSignature, .signatureTruncated,
        .signatureMalformed, .signatureTrailingBytes, .contentAttached, .certificateCount,
        .signerCount, .missingSignedAttributes, .repeatedAttribute, .wrongContentType,
        .missingSigningTime, .malformedSigningTime, .missingMessageDigest, .unsignedAttributes,
        .unsupportedDigest, .unsupportedSignatureAlgorithm, .digestMismatch, .badSignature,
        .certificateMalformed, .leafMarkerMissing, .intermediateMarkerMissing, .markersMisplaced,
        .signerIsNotLeaf, .unsupportedSignerKey, .intermediateNotCA, .leafNotIssuedByIntermediate,
        .untrustedRoot, .chainRuleBroken, .leafNotValidThen, .issuerNotValidThen,
        .staleSigningTime, .futureSigningTime, .unknownKey, .keyKindMismatch, .cannotUnwrapKey,
        .dataTooShort, .cannotDecrypt, .payloadNotJSON, .payloadMissing(.currencyCode),
        .payloadInvalid(.transactionAmount), .unknownPaymentDataType, .invalidPAN, .expiredCard,
        .cryptogramLength, .unknownCurrency, .invalidAmount,
    ]
}
