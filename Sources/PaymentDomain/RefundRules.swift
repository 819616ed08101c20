// Refunds that may give back only a part of the captured amount, and voids beside refunds.

extension Payment {
    /// Decides about a refund that gives back settled captures only, nil for all that is left of them.
    ///
    /// - Parameter settled: The settled part of the captured amount, in minor units.
    package func canRefund(_ amount: Money?, ofSettled settled: Int64) -> MoneyDecision {
        guard state == .authorized else { return .refuse(.wrongState) }
        if let refusal = refusal(ofCurrencyIn: amount) { return .refuse(refusal) }
        guard settled > 0 else { return .refuse(.notSettled) }
        let left = max(0, settled - amounts.refunded - amounts.refunding)
        let wanted = amount?.minorUnits ?? left
        if wanted > 0, wanted <= left { return .proceed(money(wanted)) }
        // Captures that wait for their batch can be refunded after it.
        if wanted > 0, wanted <= amounts.refundable { return .refuse(.notSettled) }
        return shortage(for: .refund, of: wanted)
    }

    /// Decides about a refund of one capture, nil for all that is left of it. It gives back no other capture's money.
    ///
    /// - Parameters:
    ///   - captured: The amount of the capture, which is confirmed.
    ///   - left: What no other refund of this capture gives back.
    ///
    /// Source: cnpAPI, credit: without an amount, that of the settlement transaction which it names.
    package func canRefund(
        _ amount: Money?, ofCapture captured: Money, left: Money
    ) -> MoneyDecision {
        if let refusal = refusal(ofCurrencyIn: amount) { return .refuse(refusal) }
        // Refunds of the payment as a whole may have used the capture's money.
        let room = min(amounts.refundable, left.minorUnits)
        let wanted = amount?.minorUnits ?? room
        if wanted > 0, wanted <= room { return .proceed(money(wanted)) }
        // Only refunds that are refused or voided give the capture's money back.
        let mayCome = amounts.refunding + amounts.unrefunding
        let mayFit =
            mayCome > 0 && wanted <= captured.minorUnits && wanted <= room + mayCome
        return mayFit ? .later : .refuse(.amountExceeded)
    }

    /// Decides about the void of one capture. A capture is not voided if refunds need its money.
    ///
    /// - Parameters:
    ///   - captured: The amount of the capture.
    ///   - left: What no refund of this capture gives back.
    package func canVoidCapture(of captured: Money, left: Money) -> MoneyDecision {
        let isFree =
            left.minorUnits >= captured.minorUnits
            && amounts.refundable >= captured.minorUnits
        if isFree { return .proceed(captured) }
        let pending = [amounts.refunding, amounts.unrefunding, amounts.uncapturing]
        return pending.contains { $0 > 0 } ? .later : .refuse(.wrongState)
    }
}
