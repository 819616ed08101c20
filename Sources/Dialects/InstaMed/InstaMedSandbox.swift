import PaymentDomain

/// InstaMed's own test amounts. They are read only if the dialect serves a sandbox.
///
/// Source: InstaMed's certification cases: cents .05 decline, .10 approve the whole dollars (99.10 gives 99.00), all
/// others approve. The sandbox itself decides about the postal code and the security code, docs/protocols/sandbox.md.
enum InstaMedSandbox {
    /// The script for the sandbox; amounts of 7000 and 7100 dollars are the sandbox's own table.
    static func script(_ amount: Money) -> SandboxScript? {
        let (dollars, cents) = amount.minorUnits.quotientAndRemainder(dividingBy: 100)
        guard dollars != 7000, dollars != 7100 else { return nil }
        var script = SandboxScript()
        switch cents {
        case 5: script.verdict = .decline(.doNotHonor)
        // Nothing is no part of an amount.
        case 10 where dollars > 0: script.verdict = .approvePart(dollars * 100)
        default: return nil
        }
        return script
    }
}
