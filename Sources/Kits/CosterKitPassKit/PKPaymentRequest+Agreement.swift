#if canImport(PassKit)
    import CosterKit
    import Foundation
    import PassKit

    extension PKPaymentRequest {
        /// Adds what the customer agrees to besides the payment.
        ///
        /// - Returns: False if this system doesn't know the agreement.
        func add(_ agreement: PaymentAgreement) -> Bool {
            guard #available(iOS 16, macOS 13, *) else { return false }
            switch agreement {
            case .recurring(let payment): recurringPaymentRequest = .init(payment)
            case .automaticReload(let payment): automaticReloadPaymentRequest = .init(payment)
            case .deferred(let payment):
                guard #available(iOS 16.4, macOS 13.3, *) else { return false }
                deferredPaymentRequest = .init(payment)
            case .multipleMerchants(let contexts):
                multiTokenContexts = contexts.map(PKPaymentTokenContext.init)
            }
            return true
        }
    }

    @available(iOS 16, macOS 13, *)
    extension PKRecurringPaymentRequest {
        fileprivate convenience init(_ payment: RecurringPayment) {
            self.init(
                paymentDescription: payment.terms.purpose,
                regularBilling: .item(payment.billing, payment.schedule),
                managementURL: payment.terms.managementURL)
            trialBilling = payment.trial.map { .item($0.billing, $0.schedule) }
            billingAgreement = payment.terms.billingAgreement
            tokenNotificationURL = payment.terms.tokenNotificationURL
        }
    }

    @available(iOS 16, macOS 13, *)
    extension PKRecurringPaymentSummaryItem {
        fileprivate static func item(
            _ item: LineItem, _ schedule: RecurringPayment.Schedule
        ) -> PKRecurringPaymentSummaryItem {
            let billing = PKRecurringPaymentSummaryItem(
                label: item.label, amount: item.amount.decimalNumber)
            switch schedule.unit {
            case .day: billing.intervalUnit = .day
            case .month: billing.intervalUnit = .month
            case .year: billing.intervalUnit = .year
            }
            billing.intervalCount = schedule.count
            billing.startDate = schedule.start
            billing.endDate = schedule.end
            return billing
        }
    }

    @available(iOS 16, macOS 13, *)
    extension PKAutomaticReloadPaymentRequest {
        fileprivate convenience init(_ payment: ReloadPayment) {
            let billing = PKAutomaticReloadPaymentSummaryItem(
                label: payment.billing.label, amount: payment.billing.amount.decimalNumber)
            billing.thresholdAmount = payment.threshold.decimalNumber
            self.init(
                paymentDescription: payment.terms.purpose, automaticReloadBilling: billing,
                managementURL: payment.terms.managementURL)
            billingAgreement = payment.terms.billingAgreement
            tokenNotificationURL = payment.terms.tokenNotificationURL
        }
    }

    @available(iOS 16.4, macOS 13.3, *)
    extension PKDeferredPaymentRequest {
        fileprivate convenience init(_ payment: DeferredPayment) {
            let billing = PKDeferredPaymentSummaryItem(
                label: payment.billing.label, amount: payment.billing.amount.decimalNumber)
            billing.deferredDate = payment.date
            self.init(
                paymentDescription: payment.terms.purpose, deferredBilling: billing,
                managementURL: payment.terms.managementURL)
            billingAgreement = payment.terms.billingAgreement
            freeCancellationDate = payment.freeCancellation
            // PassKit wants the zone of the date to show it.
            freeCancellationDateTimeZone = payment.freeCancellation == nil ? nil : .current
            tokenNotificationURL = payment.terms.tokenNotificationURL
        }
    }

    @available(iOS 16, macOS 13, *)
    extension PKPaymentTokenContext {
        fileprivate convenience init(_ context: TokenContext) {
            self.init(
                merchantIdentifier: context.merchantIdentifier,
                externalIdentifier: context.externalIdentifier, merchantName: context.merchantName,
                merchantDomain: nil, amount: context.amount.decimalNumber)
        }
    }
#endif
