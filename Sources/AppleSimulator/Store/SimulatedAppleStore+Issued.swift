import PaymentDomain

/// The certificates that were issued for keys which the merchants keep themselves:
/// `merchants/ID/issued-0001.pem` and so on, `identity-0001.pem` for merchant identities, and
/// `activated-0001.pem` for each time that one was activated.
extension SimulatedAppleStore {
    /// Answers a request, and keeps the certificate.
    ///
    /// - Parameters:
    ///   - file: The request, PEM or DER.
    ///   - identifier: As ``merchant(_:)`` takes it.
    /// - Throws: ``SimulatorError``.
    package func issue(
        _ file: [UInt8], for identifier: String, purpose: SimulatedPurpose,
        validity: SimulatedApple.Validity
    ) throws(SimulatorError) -> SimulatedCertificate {
        guard SimulatedMerchant.isValid(identifier) else { throw .badMerchantIdentifier }
        let request = try SimulatedRequest(file)
        let certificate = try apple().answer(
            request, for: identifier, purpose: purpose, validity: validity)
        let folder = merchantFolder(identifier)
        try folder.prepare()
        let pem = Array(certificate.pem.utf8)
        // Of two processes that take one number, one sees the other's certificate and goes on.
        let series = Series(purpose)
        var number = try lastNumber(in: folder, series) + 1
        while number <= SimulatorLimits.issuedCertificates {
            let kept = try folder.obtain(
                series.fileName(number)
            ) { () throws(SimulatorError) -> [UInt8] in pem }
            if kept == pem { return certificate }
            number += 1
        }
        throw .storeUnwritable
    }

    /// Has devices make their tokens for a certificate from now on, as Apple's developer site does
    /// when a merchant activates a new one; the first needs no activation.
    ///
    /// - Parameter certificate: One that was issued for this merchant; nil for the newest.
    /// - Returns: The certificate.
    /// - Throws: ``SimulatorError/badCertificate`` where none such was issued.
    @discardableResult
    package func activate(
        _ certificate: SimulatedCertificate? = nil, of identifier: String
    ) throws(SimulatorError) -> SimulatedCertificate {
        let issued = try all(.issued, of: identifier)
        guard
            let chosen = certificate.map({ given in issued.first { $0.der == given.der } })
                ?? issued.last
        else { throw .badCertificate }
        let folder = merchantFolder(identifier)
        let pem = Array(chosen.pem.utf8)
        var number = try lastNumber(in: folder, .activated) + 1
        while number <= SimulatorLimits.issuedCertificates {
            let kept = try folder.obtain(
                Series.activated.fileName(number)
            ) { () throws(SimulatorError) -> [UInt8] in pem }
            if kept == pem { return chosen }
            number += 1
        }
        throw .storeUnwritable
    }

    /// The certificate that devices make a merchant's tokens for, where its key is the merchant's
    /// own; nil where none was issued.
    ///
    /// - Parameter version: Of the tokens that its key must take; nil for either.
    /// - Throws: ``SimulatorError``.
    package func activeCertificate(
        of identifier: String, version: SimulatedTokenVersion? = nil
    ) throws(SimulatorError) -> SimulatedCertificate? {
        let fits = { (certificate: SimulatedCertificate) in
            version == nil || version == certificate.version
        }
        if let active = try all(.activated, of: identifier).last(where: fits) { return active }
        return try all(.issued, of: identifier).first(where: fits)
    }

    /// The newest payment processing certificate that was issued for a merchant's own key, or nil if none was.
    ///
    /// - Parameter version: Of the tokens that its key must take; nil for either.
    /// - Throws: ``SimulatorError``.
    package func newestCertificate(
        of identifier: String, version: SimulatedTokenVersion? = nil
    ) throws(SimulatorError) -> SimulatedCertificate? {
        try all(.issued, of: identifier).last { version == nil || version == $0.version }
    }

    /// All certificates of a series, oldest first.
    private func all(
        _ series: Series, of identifier: String
    ) throws(SimulatorError) -> [SimulatedCertificate] {
        guard SimulatedMerchant.isValid(identifier) else { throw .badMerchantIdentifier }
        let folder = merchantFolder(identifier)
        var found: [SimulatedCertificate] = []
        for number in 0..<(try lastNumber(in: folder, series)) {
            guard let file = try folder.read(series.fileName(number + 1)),
                let certificate = SimulatedAppleStore.readable(file)
            else { throw .storeDamaged }
            found.append(certificate)
        }
        return found
    }

    /// The highest number in use; numbers have no gaps, so a search by halves finds it.
    private func lastNumber(
        in folder: StoreFolder, _ series: Series
    ) throws(SimulatorError) -> Int {
        var (used, free) = (0, SimulatorLimits.issuedCertificates + 1)
        while free - used > 1 {
            let middle = (used + free) / 2
            if try folder.read(series.fileName(middle)) == nil {
                free = middle
            } else {
                used = middle
            }
        }
        return used
    }

    private static func readable(_ file: [UInt8]) -> SimulatedCertificate? {
        do {
            return try SimulatedCertificate(file)
        } catch {
            // The caller says that the store is damaged.
            return nil
        }
    }
}

/// Files of a merchant that are numbered from 1.
private enum Series {
    case issued
    case identity
    case activated

    init(_ purpose: SimulatedPurpose) {
        switch purpose {
        case .paymentProcessing: self = .issued
        case .merchantIdentity: self = .identity
        }
    }

    func fileName(_ number: Int) -> String {
        "\(self)-\(String(number).withLeadingZeros(to: 4)).pem"
    }
}
