import Merchants
import Testing

extension RefusalRow {
    /// Merchants, clients and cards.
    static let merchants: [RefusalRow] = [
        RefusalRow(
            .badName, "a name with a colon",
            "merchant create a:b --apple-merchant-id merchant.com.example.roses"),
        RefusalRow(
            .badAppleMerchantIdentifier, "an identifier without merchant.",
            "merchant create roses --apple-merchant-id roses"),
        RefusalRow(
            .badAcquirerNumber, "a terminal number of one digit",
            "merchant create roses --apple-merchant-id merchant.r --acquirer-terminal-number 1"),
        RefusalRow(.badIdentity, "a merchid longer than 16 digits") { _ in
            credential("create", "cardconnect --user roses --merchid 82000000000000001")
        },
        RefusalRow(.badSecret, "a secret of five characters") { fixture in
            let file = try fixture.place.write("roses\n", to: "secret")
            return credential("create", "radial --store ROSES --secret-file \(file)")
        },
        RefusalRow(.badOverlap, "90 days and an hour") { _ in
            credential("rotate", "radial --store SHOP --overlap-hours 2161")
        },
        RefusalRow(
            .merchantExists, "the name of a merchant in the database",
            "merchant create shop --apple-merchant-id merchant.com.example.roses"),
        RefusalRow(.merchantUnknown, "a name that nobody has", "merchant show tulips"),
        RefusalRow(.identityTaken, "the store of another merchant") { fixture in
            try await expect(
                0,
                [
                    "merchant", "create", "roses", "--apple-merchant-id", "merchant.roses",
                    "--data", fixture.folder.path,
                ])
            return credential("create", "radial --store SHOP", of: "roses")
        },
        RefusalRow(
            .credentialUnknown, "a number that no secret has",
            "merchant credential revoke shop 9"),
        RefusalRow(.tooManySecrets, "a ninth valid secret") { fixture in
            let rotate = credential("rotate", "radial --store SHOP")
            for _ in 1..<MerchantLimits.secretsAtOnce {
                try await expect(0, rotate + ["--data", fixture.folder.path])
            }
            return rotate
        },
        RefusalRow(
            .certificateUnknown, "a number that no certificate has",
            "merchant certificate shop --retire 9"),
        RefusalRow(
            .lastCertificate, "the merchant's only certificate",
            "merchant certificate shop --retire 1"),
        RefusalRow(.certificateExists, "a pair whose key is that of a request") { fixture in
            let request = try CertificateRequest.make(algorithm: .ec, commonName: "shop")
            try await fixture.keep(request, certificate: nil)
            let pair = PKCS12Parts(
                keys: [request.privateKey], certificates: [try fixture.issue(request).der])
            return try importing(pair.file, into: fixture)
        },
        RefusalRow(
            .badOrigin, "an origin with a path",
            "merchant origin add shop https://shop.example/cart"),
        RefusalRow(
            .originUnknown, "an origin that was never added",
            "merchant origin remove shop https://shop.example"),
        RefusalRow(.badDomain, "an address", "merchant domain add shop 192.0.2.1"),
        RefusalRow(.badAssociationFile, "an empty file") { fixture in
            let file = try fixture.place.write("", to: "association")
            return ["merchant", "domain", "add", "shop", "shop.example", "--file", file]
        },
        RefusalRow(.domainTaken, "the domain of another merchant") { fixture in
            let data = ["--data", fixture.folder.path]
            let domain = ["merchant", "domain", "add"]
            try await expect(
                0,
                ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"] + data)
            try await expect(0, domain + ["roses", "shop.example"] + data)
            return domain + ["shop", "shop.example"]
        },
        RefusalRow(
            .domainUnknown, "a domain that was never added",
            "merchant domain remove shop shop.example"),
        RefusalRow(
            .badStorefront, "a country of three letters",
            "merchant storefront shop --country USA"),
        RefusalRow(
            .badBundleIdentifier, "an asterisk for every app",
            "merchant publishable-key create shop --bundle-id *"),
        RefusalRow(
            .cardUnknown, "a token of no stored card", "card erase shop 9418594164541111"),
    ]

    private init(
        _ fault: MerchantFault, _ cause: String,
        _ arguments: @escaping @Sendable (DoctorFixture) async throws -> [String]
    ) {
        self.init(fault.code, cause, arguments)
    }

    private static func credential(
        _ verb: String, _ words: String, of merchant: String = "shop"
    ) -> [String] {
        ["merchant", "credential", verb, merchant] + words.split(separator: " ").map(String.init)
    }
}
