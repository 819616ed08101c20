import AcquirerKit
import ApplePayToken
import CardVault
import CosterServer
import MerchantStorage
import Merchants
import PaymentDomain
import PaymentStorage
import Routing

/// Changes of lines; running servers have each when it returns.
package struct LineOperations: Sendable {
    private let administration: Administration

    package init(_ administration: Administration) {
        self.administration = administration
    }

    /// A line by name.
    ///
    /// - Throws: Exit code 65 if there isn't one.
    package func line(_ name: String) async throws(CosterFailure) -> LineRecord {
        let records = try await administration.records()
        guard let line = records.lines.first(where: { $0.id.value == name }) else {
            let isThere = records.unreadableLines.contains { $0.id.value == name }
            throw CosterFailure(isThere ? LineFault.lineUnreadable : .lineUnknown)
        }
        return line
    }

    /// Sets up a line.
    ///
    /// - Parameter profile: The name of its profile's file, for a mistake in it.
    package func create(
        _ line: LineDefinition, secret: LineSecret, profile: String? = nil, _ vault: VaultKeyring
    ) async throws(CosterFailure) {
        try LineOperations.requireCertificates(in: line.roots)
        try await requireProfile(of: line.account.hosts, in: profile, .lineCreated, line.id)
        let sealed = try await seal(secret, of: line.id, vault)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.create(
                line, secret: sealed, by: office.actor, at: office.now)
        }
    }

    /// Changes a line.
    ///
    /// - Parameters:
    ///   - secret: Takes the place of all that the line has, for another user; nil leaves them.
    ///   - profile: The name of its new profile's file, for a mistake in it.
    package func change(
        _ line: LineRecord, by change: LineChange, secret: (text: LineSecret, vault: VaultKeyring)?,
        profile: String? = nil
    ) async throws(CosterFailure) -> LineDefinition {
        if case .pinned(let pem) = change.roots { try LineOperations.requireCertificates(in: pem) }
        let account = try? change.applied(to: line.definition).account.hosts
        try await requireProfile(
            of: account, in: profile, .lineChanged, line.id, after: line.definition.account.hosts)
        var sealed: SealedRecord?
        if let (text, vault) = secret {
            sealed = try await seal(text, of: line.id, vault)
        }
        let record = sealed
        return try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.change(
                line.id, by: change, secret: record, by: office.actor, at: office.now)
        }
    }

    /// Refuses a profile with a mistake, and names its place; and one that the line's payments can't go on with.
    private func requireProfile(
        of account: HostAccount?, in file: String?, _ kind: AuditEntry.Kind, _ line: LineID,
        after earlier: HostAccount? = nil
    ) async throws(CosterFailure) {
        guard let account, let file else { return }
        var mistake = account.mistake(in: file)
        if mistake == nil, let earlier, !account.carriesOn(earlier) {
            mistake =
                "\(file): its style or the type of a message isn't that of the line's payments. Set up another line for it."
        }
        guard let mistake else { return }
        let fault = LineFault.badLineProfile
        await administration.recordRefusal(kind, subject: line.value, code: fault.code)
        throw CosterFailure(.badInput, "\(fault.message) \(mistake)")
    }

    private static func requireCertificates(in roots: String?) throws(CosterFailure) {
        if let roots, (try? AppleRoots.certificates(pem: roots)) == nil {
            throw CosterFailure(LineFault.badRoots)
        }
    }

    private func seal(
        _ secret: LineSecret, of line: LineID, _ vault: VaultKeyring
    ) async throws(CosterFailure) -> SealedRecord {
        if let identity = secret.identity {
            guard LineEndpoint.isIdentity(identity, at: administration.now) else {
                throw CosterFailure(LineFault.badLineIdentity)
            }
        }
        return try await vault.seal(secret, of: line)
    }

    /// Gives a line a new secret, and keeps the one before it for an overlap.
    package func rotate(
        _ line: LineRecord, to secret: LineSecret, overlapSeconds: Int64, _ vault: VaultKeyring
    ) async throws(CosterFailure) {
        let sealed = try await seal(secret, of: line.id, vault)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.rotate(
                line.id, to: sealed, overlapSeconds: overlapSeconds, by: office.actor,
                at: office.now)
        }
    }

    /// Uses the secret before the newest one again.
    package func restoreSecret(of line: LineID) async throws(CosterFailure) {
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.restoreSecret(
                of: line, by: office.actor, at: office.now)
        }
    }

    /// Removes a line that nothing needs, also one whose row can't be read.
    package func remove(named name: String) async throws(CosterFailure) {
        guard let line = try? LineID(typed: name) else {
            throw CosterFailure(LineFault.lineUnknown)
        }
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.remove(line, by: office.actor, at: office.now)
        }
    }
}
