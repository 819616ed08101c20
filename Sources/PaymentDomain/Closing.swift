/// The reasons why a hold takes no capture any more. The remainder of a closed hold is released.
package enum Closing: String, Sendable, Hashable, CaseIterable {
    /// The hold takes captures.
    case open
    /// Its last capture was requested.
    case lastCapture
    /// The remainder is released with the void of a capture.
    case abandoned
    /// The same, and its last capture was requested before: a refused void does not open the hold.
    case abandonedAfterLastCapture
    /// A newer authorization replaces it.
    case renewed
    /// The acquirer refused the capture of a sale.
    case saleRefused
}

/// A step that closes a hold, or opens it again.
package enum ClosingStep: String, Sendable, Hashable, CaseIterable {
    /// The last capture was requested.
    case finalCaptureRequested
    /// The acquirer refused the last capture.
    case finalCaptureRefused
    /// The acquirer refused the capture of a sale.
    case saleCaptureRefused
    /// A capture was voided, and the hold is kept.
    case captureVoided
    /// A void was requested that releases the remainder.
    case holdGivenUp
    /// The acquirer refused such a void.
    case givingUpRefused
    /// No void of a capture waits for an answer any more.
    case voidsAnswered
    /// A newer authorization replaces this one.
    case renewed
}

extension Closing {
    package func after(_ step: ClosingStep) -> Closing {
        switch self {
        case .open: afterOpen(step)
        case .lastCapture: afterLastCapture(step)
        case .abandoned: step == .givingUpRefused ? .open : self
        case .abandonedAfterLastCapture: afterAbandonedLastCapture(step)
        // The newer authorization stays, and a sale is captured once.
        case .renewed, .saleRefused: self
        }
    }

    private func afterOpen(_ step: ClosingStep) -> Closing {
        switch step {
        case .finalCaptureRequested: .lastCapture
        case .saleCaptureRefused: .saleRefused
        case .holdGivenUp: .abandoned
        case .renewed: .renewed
        case .finalCaptureRefused, .captureVoided, .givingUpRefused, .voidsAnswered: self
        }
    }

    private func afterLastCapture(_ step: ClosingStep) -> Closing {
        switch step {
        case .finalCaptureRefused, .captureVoided: .open
        case .holdGivenUp: .abandonedAfterLastCapture
        case .finalCaptureRequested, .saleCaptureRefused, .givingUpRefused, .voidsAnswered,
            .renewed:
            self
        }
    }

    private func afterAbandonedLastCapture(_ step: ClosingStep) -> Closing {
        switch step {
        case .finalCaptureRefused: .abandoned
        case .voidsAnswered: .lastCapture
        case .finalCaptureRequested, .saleCaptureRefused, .captureVoided, .holdGivenUp,
            .givingUpRefused, .renewed:
            self
        }
    }
}
