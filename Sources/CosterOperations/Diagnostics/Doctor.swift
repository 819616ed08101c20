import MerchantStorage
import ApplePayToken
import CosterServer
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// Looks at a whole installation, and changes nothing of it.
package struct Doctor: Sendable {
    package let surroundings: DoctorEnvironment

    package init(surroundings: DoctorEnvironment) {
        self.surroundings = surroundings
    }

    /// All that is wrong, and the verdict on a token.
    package func examine() async -> DoctorReport {
        var report = DoctorReport()
        let settings = Settings(surroundings.flags, environment: surroundings.environment)
        report.add(settings.findings)
        if let certificate = settings.tlsCertificateFile, let key = settings.tlsKeyFile {
            report.add(TLSCheck.findings(certificate: certificate, key: key, at: now))
        }
        // Which folder is meant may be in a file that cannot be read.
        if let path = settings.knownDataFolder {
            await examine(DataFolder(path), settings, &report)
        }
        return report
    }

    private var now: Timestamp { surroundings.now }

    private func examine(
        _ folder: DataFolder, _ settings: Settings, _ report: inout DoctorReport
    ) async {
        var patient = DoctorContext(folder: folder, settings: settings)
        let isElsewhere = settings.isSet(\.databaseURL)
        if let facts = FolderFacts.gather(folder.path, surroundings) {
            report.add(
                FolderCheck.findings(
                    facts, masterKey: MasterKeyCheck.path(settings, folder: folder),
                    account: surroundings.account, holdsDatabase: !isElsewhere))
            if !isElsewhere, facts.has(FolderCheck.booksName) {
                let (store, findings) = await DatabaseCheck.open(folder)
                report.add(findings)
                patient.store = store
            }
        } else {
            report.add(.folderMissing, folder.path)
        }
        // Another check reports an invalid URL.
        let url = settings.databaseURL
        if let database = try? DatabaseLocation(folder: folder, databaseURL: url).database {
            let (store, findings) = await DatabaseCheck.open(database)
            report.add(findings)
            patient.store = store
        }
        do throws(StoreError) {
            try await examineKeys(&patient, &report)
            try await examineDatabase(&patient, &report)
            report.add(await LineCheck.findings(patient.records, patient.opened, at: now))
            report.add(WebhookCheck.findings(patient.records, patient.opened, at: now))
            // A standby answers the earlier queries as well, but takes no payments; and so does a full disk.
            report.add(await DatabaseCheck.room(patient.store))
        } catch {
            report.add([
                DatabaseCheck.finding(
                    of: error, inDatabase: isElsewhere, reason: patient.store?.whyUnreachable)
            ])
        }
        if let path = surroundings.token { await examineToken(path, patient, &report) }
        // Nothing was written, so closing can't lose anything.
        try? patient.store?.close()
    }

    /// The facts found so far.
    private struct DoctorContext {
        let folder: DataFolder
        let settings: Settings
        var store: SQLPaymentStore?
        var opened = KeptKeys.Opened()
        var records = MerchantRecords()
        var privateKeys: [Int64: PrivateKeyState] = [:]
        /// Whether a server takes payments by rules alone: in production, once there is a live line.
        var needsRoutes = false
        var isSandbox: Bool { settings.isSandbox }
    }

    private func examineKeys(
        _ patient: inout DoctorContext, _ report: inout DoctorReport
    ) async throws(StoreError) {
        var kept = KeptKeys()
        var isSplit = false
        if let store = patient.store {
            kept.wrapped = try await store.wrappedKeys()
            kept.rotation = try await store.unfinishedRotation()
            kept.formerMasters = try await store.formerMasterIDs()
            isSplit = try await !store.shareCommitments().isEmpty
        }
        let (standing, findings) = MasterKeyCheck.standing(
            patient.settings, surroundings, folder: patient.folder, isSplit: isSplit,
            isNew: kept.wrapped.isEmpty)
        report.add(findings + kept.findings)
        guard case .key(let master) = standing else { return }
        let (opened, keyFindings) = kept.opened(with: master)
        patient.opened = opened
        report.add(keyFindings)
    }

    private func examineDatabase(
        _ patient: inout DoctorContext, _ report: inout DoctorReport
    ) async throws(StoreError) {
        guard let store = patient.store else {
            return report.add(
                ClockCheck.findings(
                    at: now, newest: nil, programMade: surroundings.programMade))
        }
        report.add(try await DatabaseCheck.acts(store))
        report.add(
            ClockCheck.findings(
                at: now, newest: try await store.newestTime(),
                programMade: surroundings.programMade))
        patient.records = try await store.merchantStore.merchantRecords()
        patient.needsRoutes = !patient.isSandbox && patient.records.hasLiveLine
        if !patient.isSandbox, !patient.needsRoutes { report.add(.lineMissing, "the lines") }
        for line in patient.records.unreadableLines {
            report.add(.lineUnreadable, "line \(line.id)")
        }
        for rule in patient.records.unreadableRoutes {
            report.add(.routeUnreadable, "merchant \(rule.merchant), rule \(rule.number)")
        }
        for merchant in patient.records.merchants { examine(merchant, &patient, &report) }
    }

    private func examine(
        _ merchant: MerchantRecord, _ patient: inout DoctorContext, _ report: inout DoctorReport
    ) {
        let records = patient.records
        let own = records.certificates.filter { $0.merchant == merchant.id }
        for record in own {
            let key = PrivateKeyState.of(
                record, appleMerchantIdentifier: merchant.appleMerchantIdentifier,
                patient.opened)
            patient.privateKeys[record.number] = key
            report.add(
                MerchantCheck.findings(
                    record, of: merchant, key: key, others: own, isSandbox: patient.isSandbox,
                    at: now))
        }
        report.add(
            MerchantCheck.findings(
                merchant, certificates: own,
                clients: records.clients.filter { $0.merchant == merchant.id },
                credentials: records.credentials,
                lacksRoute: patient.needsRoutes
                    && (records.routes[merchant.id] ?? .empty) == .empty,
                at: now))
    }

    private func examineToken(
        _ path: String, _ patient: DoctorContext, _ report: inout DoctorReport
    ) async {
        guard let file = try? Files.bytes(path, limit: Files.keyLimit + 1) else {
            return report.add(.tokenUnreadable, path)
        }
        var keys = patient.records.certificates
            .filter { $0.purpose == .paymentProcessing }
            .map { recipient($0, patient.privateKeys[$0.number]) }
        if patient.isSandbox { keys += SimulatorFolder.sandboxKeys(patient.folder) }
        let age = patient.settings.tokenMaximumAgeSeconds
        let store = patient.store
        let check = TokenCheck(
            keys: keys, simulatorRoot: SimulatorFolder.root(patient.folder),
            isSandbox: patient.isSandbox, maximumAgeSeconds: Int64(age),
            isSpent: { transaction, merchant in
                // Another check reports a database that can't be read.
                (try? await store?.isSpent(transaction.value, of: merchant)) ?? false
            })
        let outcome = await check.outcome(file, at: now)
        report.add(outcome.findings)
        report.tokenVerdict = outcome.verdict
    }

    private func recipient(
        _ record: CertificateRecord, _ standing: PrivateKeyState?
    ) -> TokenRecipientKey {
        let state: TokenRecipientKey.State =
            switch record.state {
            case .pending: .pending
            case .active: .active
            case .retired: .retired
            }
        var key: MerchantKey?
        if case .key(let opened) = standing { key = opened }
        return TokenRecipientKey(
            merchant: record.merchant, publicKeyHash: record.publicKeyHash, state: state, key: key)
    }
}
