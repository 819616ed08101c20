// Source: Vantiv, litleTransaction_v8.29.xsd to cnpTransaction_v12.34.xsd, authorization and sale.

extension ContentPart {
    /// An authorization of a card.
    static let authorizationRules: [ContentRule] = rules(
        orderRules,
        [
            .may("customerInfo", .anything),
            .many("sellerInfo", .anything).only(.latest),
            .may("billToAddress", .part(.contact)),
            .may("shipToAddress", .part(.contact)),
            .may("retailerAddress", .part(.contact)).only(.latest),
            .may("additionalCOFData", .anything).only(.latest),
        ], sourceRules,
        [
            .may("billMeLaterRequest", .anything).only(.litle),
            .may("cardholderAuthentication", .part(.cardholderAuthentication)),
            .may("processingInstructions", .anything),
            .may("pos", .anything),
            .may("customBilling", .anything),
            .may("taxType", .word(["payment", "fee"])),
            .may("enhancedData", .anything),
            .may("amexAggregatorData", .anything).only(.litle),
            .may("allowPartialAuth", .boolean),
        ], detailRules, cardOnFileRules, onlineRules,
        [
            .may("authIndicator", .word(["Estimated", "Incremental"])).only(.latest)
        ])

    /// An authorization that refers to an earlier one.
    static let reauthorizationRules: [ContentRule] = [
        .must("litleTxnId", .number).only(.litle),
        .must("cnpTxnId", .number).only(.cnp),
        .must("amount", .amount).only(.latest),
        .must("authIndicator", .word(["Estimated", "Incremental"])).only(.latest),
    ]

    static let saleRules: [ContentRule] = rules(
        [
            .may("litleTxnId", .number).only(.litle),
            .may("cnpTxnId", .number).only(.cnp),
        ], orderRules,
        [
            .may("customerInfo", .anything),
            .many("sellerInfo", .anything).only(.latest),
            .may("billToAddress", .part(.contact)),
            .may("shipToAddress", .part(.contact)),
            .may("retailerAddress", .part(.contact)).only(.latest),
            .may("additionalCOFData", .anything).only(.latest),
        ], sourceRules,
        [
            .one(.source, "sepaDirectDebit", .anything).only(bankDebit),
            .one(.source, "ideal", .anything).only(bankTransfer),
            .one(.source, "giropay", .anything).only(bankTransfer),
            .one(.source, "sofort", .anything).only(bankTransfer),
            .may("billMeLaterRequest", .anything).only(.litle),
            .upToOne(.proof, "fraudCheck", .part(.cardholderAuthentication)),
            .upToOne(.proof, "cardholderAuthentication", .part(.cardholderAuthentication)),
            .may("customBilling", .anything),
            .may("taxType", .word(["payment", "fee"])),
            .may("enhancedData", .anything),
            .may("processingInstructions", .anything),
            .may("pos", .anything),
            .may("payPalOrderComplete", .boolean),
            .may("payPalNotes", .upTo(255)),
            .may("amexAggregatorData", .anything).only(.litle),
            .may("allowPartialAuth", .boolean),
        ], saleDetailRules, cardOnFileRules, onlineRules,
        [
            .may("foreignRetailerIndicator", .word(["F"])).only(.latest)
        ])

    private static let bankDebit = VantivReleases([.v9x14, .v10x8, .v11x4, .v12x0, .v12x34])
    private static let bankTransfer = VantivReleases([.v9x14, .v11x4, .v12x0, .v12x34])

    /// orderId to orderSource.
    static let orderRules: [ContentRule] = rules(
        orderIDRules(.once),
        [
            .must("amount", .amount),
            .may("secondaryAmount", .amount),
            .may("surchargeAmount", .amount),
        ], orderSourceRules)

    /// orderId: 25 characters, from 12.24 on 256.
    static func orderIDRules(_ occurrence: ContentRule.Occurrence) -> [ContentRule] {
        [
            ContentRule(
                name: "orderId", value: .upTo(VantivLimits.shortOrderID), occurrence: occurrence,
                releases: .beforeLatest),
            ContentRule(
                name: "orderId", value: .upTo(VantivLimits.longOrderID), occurrence: occurrence,
                releases: .latest),
        ]
    }

    /// orderSource. Source: orderSourceType; androidpay came with 9.8 and 10.5.
    static let orderSourceRules: [ContentRule] = [
        .must("orderSource", .word(orderSources)).only(.all.subtracting(.pin)),
        .must("orderSource", .word(orderSources.union(["androidpay"]))).only(.pin),
    ]

    private static let orderSources: Set<String> = [
        "ecommerce", "installment", "mailorder", "recurring", "retail", "telephone",
        "3dsAuthenticated", "3dsAttempted", "recurringtel", "echeckppd", "applepay",
    ]

    /// The card of an authorization or a sale.
    private static let sourceRules: [ContentRule] = [
        .one(.source, "mpos", .anything),
        .one(.source, "card", .part(.card)),
        .one(.source, "paypal", .anything),
        .one(.source, "token", .part(.token)),
        .one(.source, "paypage", .part(.paypage)),
        .one(.source, "applepay", .part(.applepay)),
    ]

    private static let detailRules: [ContentRule] = rules(
        filterRules, wallet)

    private static let saleDetailRules: [ContentRule] = rules(
        filterRules,
        [
            .may("litleInternalRecurringRequest", .anything).only(.litle),
            .may("cnpInternalRecurringRequest", .anything).only(.cnp),
        ], wallet)

    private static let filterRules: [ContentRule] = [
        .may("healthcareIIAS", .anything),
        .may("lodgingInfo", .anything).only(.latest),
        .may("filtering", .anything),
        .may("merchantData", .anything),
        .may("recyclingRequest", .anything),
        .may("fraudFilterOverride", .boolean),
        .may("recurringRequest", .anything),
    ]

    private static let wallet: [ContentRule] = [
        .may("debtRepayment", .boolean),
        .may("advancedFraudChecks", .anything),
        .may("wallet", .anything),
    ]

    /// The elements that came with 12.24 to 12.34, the same for authorization and sale.
    private static let onlineRules: [ContentRule] = onlineElements.map { $0.only(.latest) }

    private static let onlineElements: [ContentRule] = [
        .may("pinlessDebitRequest", .anything),
        .may("skipRealtimeAU", .boolean),
        .may("merchantCategoryCode", .text(4...4)),
        .may("businessIndicator", .word(businessIndicators)),
        .may("orderChannel", .word(orderChannels)),
        .may("fraudCheckStatus", .upTo(50)),
        .may("crypto", .boolean),
        .may("overridePolicy", .upTo(150)),
        .may("fsErrorCode", .upTo(50)),
        .may("merchantAccountStatus", .upTo(50)),
        .may("productEnrolled", .word(["GUARPAY1", "GUARPAY2", "GUARPAY3"])),
        .may("decisionPurpose", .word(["CONSIDER_DECISION", "INFORMATION_ONLY"])),
        .may("fraudSwitchIndicator", .word(["PRE", "POST"])),
        .may("passengerTransportData", .anything),
    ]

    private static let orderChannels: Set<String> = [
        "WEB", "PHONE", "MOBILE_APP", "SOCIAL", "MARKETPLACE", "IN_STORE_KIOSK", "MIT",
        "SCAN_AND_GO", "SMART_TV",
    ]

    /// businessIndicator, which several transactions have from 12.24 on; the last eight came
    /// with 12.35.
    static let businessIndicators: Set<String> = [
        "consumerBillPayment", "buyOnlinePickUpInStore", "highRiskSecuritiesPurchase",
        "fundTransfer", "walletTransfer", "accountToAccount", "bankInitiated",
        "fundsDisbursement", "payrollDisbursement", "personToPerson", "topUp",
        "personToPersonCardAccount", "debitPrepaidAccount", "paymentOfOwnCreditCardBill",
        "businessDisbursement", "businessToBusinessTransfer", "governmentNonProfitDisbursement",
        "rapidMerchantSettlement", "agentCashOut",
    ]

    /// processingType alone, which forceCapture has too.
    static let processingTypeRules: [ContentRule] = [
        .may("processingType", .word(processingTypes.union(storedCredentialTypes)))
            .only(.cardOnFile.subtracting(VantivReleases([.v12x0]))),
        .may("processingType", .word(processingTypes)).only(VantivReleases([.v12x0])),
    ]

    /// processingType and the original transaction of a stored credential.
    static let cardOnFileRules: [ContentRule] = rules(
        processingTypeRules,
        [
            .may("originalNetworkTransactionId", .upTo(30)).only(.cardOnFile),
            .may("originalTransactionAmount", .amount).only(.cardOnFile),
        ])

    private static let processingTypes: Set<String> = [
        "accountFunding", "initialRecurring", "initialInstallment",
    ]
    private static let storedCredentialTypes: Set<String> = [
        "initialCOF", "merchantInitiatedCOF", "cardholderInitiatedCOF",
    ]
}
