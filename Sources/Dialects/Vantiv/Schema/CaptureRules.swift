// Source: Vantiv, litleTransaction_v8.29.xsd to cnpTransaction_v12.34.xsd, all but authorization, sale.

extension ContentPart {
    /// A capture under an approval with a known code.
    static let captureGivenAuthRules: [ContentRule] = rules(
        orderIDRules(.once),
        [
            .must("authInformation", .part(.authInformation)),
            .must("amount", .amount),
            .may("secondaryAmount", .amount),
            .may("surchargeAmount", .amount),
        ], orderSourceRules,
        [
            .may("billToAddress", .part(.contact)),
            .may("shipToAddress", .part(.contact)),
            .may("retailerAddress", .part(.contact)).only(.latest),
            .may("additionalCOFData", .anything).only(.latest),
        ], captureSourceRules,
        [
            .may("customBilling", .anything),
            .may("taxType", .word(["payment", "fee"])),
            .may("billMeLaterRequest", .anything).only(.litle),
        ], captureDetailRules, cardOnFileRules,
        [
            .may("merchantCategoryCode", .text(4...4)).only(.latest),
            .may("businessIndicator", .word(businessIndicators)).only(.latest),
            .may("crypto", .boolean).only(.latest),
            .may("passengerTransportData", .anything).only(.latest),
            .may("foreignRetailerIndicator", .word(["F"])).only(.latest),
        ])

    /// A capture under an approval by voice.
    static let forceCaptureRules: [ContentRule] = rules(
        orderRules, [.may("billToAddress", .part(.contact))], captureSourceRules,
        [
            .may("customBilling", .anything),
            .may("taxType", .word(["payment", "fee"])),
        ], captureDetailRules, processingTypeRules,
        [
            .may("merchantCategoryCode", .text(4...4)).only(.latest),
            .may("businessIndicator", .word(businessIndicators)).only(.latest),
            .may("passengerTransportData", .anything).only(.latest),
            .may("foreignRetailerIndicator", .word(["F"])).only(.latest),
        ])

    /// The card of a capture without an authorization: no Apple Pay token.
    private static let captureSourceRules: [ContentRule] = [
        .one(.source, "mpos", .anything),
        .one(.source, "card", .part(.card)),
        .one(.source, "token", .part(.token)),
        .one(.source, "paypage", .part(.paypage)),
    ]

    private static let captureDetailRules: [ContentRule] = [
        .may("enhancedData", .anything),
        .may("lodgingInfo", .anything).only(.latest),
        .may("processingInstructions", .anything),
        .may("pos", .anything),
        .may("amexAggregatorData", .anything).only(.litle),
        .may("merchantData", .anything),
        .may("debtRepayment", .boolean),
    ]

    /// A capture of an authorization.
    static let captureRules: [ContentRule] = rules(
        numberRules, orderIDRules(.optional).filter { $0.releases == .latest },
        [
            .may("amount", .amount),
            .may("surchargeAmount", .amount),
            .may("enhancedData", .anything),
            .may("processingInstructions", .anything),
            .may("payPalOrderComplete", .boolean),
            .may("payPalNotes", .upTo(255)),
            .may("customBilling", .anything).only(captureBilling),
            .may("lodgingInfo", .anything).only(.latest),
            .may("pin", .text(4...12)).only(.pin),
            .may("passengerTransportData", .anything).only(.latest),
            .may("foreignRetailerIndicator", .word(["F"])).only(.latest),
        ])

    private static let captureBilling = VantivReleases.all.subtracting(
        VantivReleases([.v8x29, .v9x3]))

    /// The number of the transaction that is meant.
    static let numberRules: [ContentRule] = [
        .must("litleTxnId", .number).only(.litle),
        .must("cnpTxnId", .number).only(.cnp),
    ]

    /// A credit to an earlier transaction.
    static let referencedCreditRules: [ContentRule] = rules(
        numberRules, orderIDRules(.optional).filter { $0.releases == .latest },
        [
            .may("amount", .amount),
            .may("secondaryAmount", .amount).only(
                .all.subtracting(VantivReleases([.v8x29, .v8x31]))),
            .may("surchargeAmount", .amount),
            .may("additionalCOFData", .anything).only(.latest),
            .may("customBilling", .anything),
            .may("enhancedData", .anything),
            .may("lodgingInfo", .anything).only(.latest),
            .may("processingInstructions", .anything),
            .may("pos", .anything),
            .may("pin", .text(4...12)).only(.pin),
            .may("passengerTransportData", .anything).only(.latest),
        ], creditTailRules)

    /// A credit to a card.
    static let freeCreditRules: [ContentRule] = rules(
        orderRules,
        [
            .may("billToAddress", .part(.contact)),
            .may("additionalCOFData", .anything).only(.latest),
        ], captureSourceRules,
        [
            .one(.source, "paypal", .anything),
            .may("customBilling", .anything),
            .may("taxType", .word(["payment", "fee"])),
            .may("billMeLaterRequest", .anything).only(.litle),
            .may("enhancedData", .anything),
            .may("lodgingInfo", .anything).only(.latest),
            .may("processingInstructions", .anything),
            .may("pos", .anything),
            .may("amexAggregatorData", .anything).only(.litle),
            .may("merchantData", .anything),
            .may("merchantCategoryCode", .text(4...4)).only(.latest),
            .may("passengerTransportData", .anything).only(.latest),
        ], creditTailRules)

    private static let creditTailRules: [ContentRule] = [
        .may("payPalNotes", .upTo(255)),
        .may("actionReason", .upTo(255)),
        .may("businessIndicator", .word(businessIndicators)).only(.latest),
    ]

    static let voidRules: [ContentRule] = rules(
        numberRules, [.may("processingInstructions", .anything)])

    /// The giving up of (part of) an authorization.
    static let authReversalRules: [ContentRule] = rules(
        numberRules,
        [
            .may("amount", .amount),
            .may("surchargeAmount", .amount),
            .may("payPalNotes", .upTo(255)),
            .may("actionReason", .upTo(255)),
            .may("additionalCOFData", .anything).only(.latest),
        ])
}
