// Source: Vantiv, litleCommon_v8.29.xsd to cnpCommon_v12.34.xsd, and the transactions around tokens.

extension ContentPart {
    /// registerTokenRequest.
    static let registerTokenRules: [ContentRule] = rules(
        [.may("encryptionKeyId", .upTo(25)).only(.latest)], orderIDRules(.optional),
        [
            .one(.account, "mpos", .anything),
            .one(.account, "accountNumber", .text(13...25)),
            .one(.account, "encryptedAccountNumber", .text(1...1028)).only(.latest),
            .one(.account, "echeckForToken", .anything),
            .one(.account, "paypageRegistrationId", .upTo(512)),
            .one(.account, "applepay", .part(.applepay)),
            .upToOne(.securityCode, "cardValidationNum", .upTo(4)),
            .upToOne(.securityCode, "encryptedCardValidationNum", .text(1...1028)).only(.latest),
        ])

    /// queryTransaction, from 9.10 on.
    static let queryRules: [ContentRule] = [
        .must("origId", .upTo(25)).only(.beforeLatest),
        .may("origId", .text(1...36)).only(.latest),
        .must("origActionType", .word(actions)).only(.beforeLatest),
        .may("origActionType", .word(actions.union(fundingActions))).only(.latest),
        .may("origLitleTxnId", .number).only(.litle),
        .may("origCnpTxnId", .number).only(.cnp),
        .may("origOrderId", .upTo(25)).only(VantivReleases([.v9x14, .v10x1, .v10x8])),
        .may("origAccountNumber", .text(13...25)).only(VantivReleases([.v9x14, .v10x1, .v10x8])),
        .may("showStatusOnly", .word(["Y", "N"])).only(.latest),
    ]

    private static let actions: Set<String> = [
        "A", "D", "R", "AR", "G", "I", "J", "L", "LR", "P", "RR", "S", "T", "UR", "V", "W", "X", "",
    ]
    private static let fundingActions: Set<String> = [
        "FIFA", "FIVC", "FISC", "FISD", "FIPC", "FIPD", "FIRC", "FIRD", "FIVD",
    ]

    /// card: type, number and end, or a track.
    static let cardRules: [ContentRule] = rules(
        [.one(.card, "track", .text(1...256))],
        cardTypes.map { ContentRule.one(.card, "type", .word($0.words)).only($0.releases) },
        [
            .may("number", .text(13...25)),
            .may("expDate", .text(4...4)),
            .may("cardValidationNum", .upTo(4)),
            .may("pin", .text(4...12)).only(.pin),
        ])

    static let paypageRules: [ContentRule] = rules(
        [
            .must("paypageRegistrationId", .upTo(512)),
            .may("expDate", .text(4...4)),
            .may("cardValidationNum", .upTo(4)),
        ], cardTypes.map { ContentRule.may("type", .word($0.words)).only($0.releases) })

    static let tokenRules: [ContentRule] = rules(
        [
            .must("litleToken", .text(VantivLimits.token)).only(.litle),
            .one(.token, "cnpToken", .text(VantivLimits.token)).only(.cnp),
            .one(.token, "tokenURL", .text(1...400)).only(.latest),
            .may("expDate", .text(4...4)),
            .may("cardValidationNum", .upTo(4)),
        ], cardTypes.map { ContentRule.may("type", .word($0.words)).only($0.releases) },
        [
            .may("checkoutId", .text(18...18))
                .only(VantivReleases([.v11x4, .v12x0, .v12x34])),
            .may("authenticatedShopperID", .text(1...64)).only(.latest),
        ])

    /// methodOfPaymentTypeEnum.
    private static let cardTypes: [(words: Set<String>, releases: VantivReleases)] = [
        (["MC", "VI", "AX", "DC", "DI", "PP", "JC", "BL", "EC", "GC", ""], .beforeLatest),
        (["MC", "VI", "AX", "DC", "DI", "PP", "JC", "EC", "GC", "PL", "IC", ""], .latest),
    ]

    /// applepay: lengths came with 8.30 and 9.8.
    static let applePayRules: [ContentRule] = [
        .must("data", .upTo(VantivLimits.unlimited)).only(unmeasured),
        .must("data", .upTo(2000)).only(measured),
        .must("header", .part(.applepayHeader)),
        .must("signature", .upTo(VantivLimits.unlimited)).only(unmeasured),
        .must("signature", .upTo(10_000)).only(measured),
        .must("version", .upTo(VantivLimits.unlimited)).only(unmeasured),
        .must("version", .text(5...20)).only(VantivReleases([.v10x1, .v10x8])),
        .must("version", .text(5...10)).only(
            measured.subtracting(VantivReleases([.v10x1, .v10x8]))),
    ]

    private static let unmeasured = VantivReleases([.v8x29, .v9x3])
    private static let measured = VantivReleases.all.subtracting(unmeasured)

    /// header of applepay.
    static let applePayHeaderRules: [ContentRule] = [
        .must("applicationData", .upTo(VantivLimits.unlimited)).only(unmeasured),
        .may("applicationData", .upTo(10_000)).only(measured),
        .must("ephemeralPublicKey", .upTo(VantivLimits.unlimited)).only(unmeasured),
        .must("ephemeralPublicKey", .upTo(400)).only(measured),
        .must("publicKeyHash", .upTo(VantivLimits.unlimited)).only(unmeasured),
        .must("publicKeyHash", .upTo(200)).only(measured),
        .must("transactionId", .upTo(VantivLimits.unlimited)).only(unmeasured),
        .must("transactionId", .upTo(250)).only(measured),
    ]

    /// cardholderAuthentication and fraudCheck. The schema lets authenticationValue have 56 bytes, from 12.24 on 512. No
    /// network's cryptogram has more than 40; its 80 hexadecimal digits read as base64 are 60.
    static let authenticationRules: [ContentRule] = [
        .may("authenticationValue", .base64(60)).only(.beforeLatest),
        .may("authenticationValue", .base64(512)).only(.latest),
        .may("authenticationTransactionId", .base64(28)).only(.beforeLatest),
        .may("authenticationTransactionId", .upTo(36)).only(.latest),
        .may("customerIpAddress", .dottedQuad).only(.beforeLatest),
        .may("customerIpAddress", .upTo(100)).only(.latest),
        .may("authenticatedByMerchant", .boolean),
        .may("authenticationProtocolVersion", .word(protocolVersions)).only(.latest),
        .may("tokenAuthenticationValue", .base64(28)).only(.latest),
    ]

    /// authenticationProtocolVersion; 3 to 9 came with 12.40.
    private static let protocolVersions: Set<String> = [
        "1", "2", "3", "4", "5", "6", "7", "8", "9",
    ]

    /// authInformation.
    static let authInformationRules: [ContentRule] = [
        .must("authDate", .date),
        .must("authCode", .upTo(VantivLimits.authorizationCode)),
        .may("fraudResult", .part(.fraudResult)),
        .may("authAmount", .amount),
    ]

    /// fraudResult.
    static let fraudResultRules: [ContentRule] = [
        .may("avsResult", .upTo(2)),
        .may("cardValidationResult", .upTo(VantivLimits.unlimited)),
        .may("authenticationResult", .upTo(1)),
        .may("advancedAVSResult", .upTo(3)),
        .may("advancedFraudResults", .anything),
    ]

    /// authentication.
    static let credentialRules: [ContentRule] = [
        .must("user", .upTo(VantivLimits.credential)),
        .must("password", .upTo(VantivLimits.credential)),
    ]

    /// billToAddress, shipToAddress, retailerAddress.
    static let contactRules: [ContentRule] = [
        .may("name", .upTo(100)),
        .may("firstName", .upTo(25)),
        .may("middleInitial", .upTo(1)),
        .may("lastName", .upTo(25)),
        .may("companyName", .upTo(40)),
        .may("addressLine1", .upTo(35)),
        .may("addressLine2", .upTo(35)),
        .may("addressLine3", .upTo(35)),
        .may("city", .upTo(35)),
        .may("state", .upTo(30)),
        .may("zip", .upTo(20)),
        .may("country", .word(countries)),
        .may("email", .upTo(100)),
        .may("phone", .upTo(20)),
        .may("sellerId", .upTo(20)).only(.latest),
        .may("url", .upTo(35)).only(.latest),
    ]
}
