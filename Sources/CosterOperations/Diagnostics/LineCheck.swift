import AcquirerKit
import CosterServer
import MerchantStorage
import PaymentDomain
import PaymentEngine
import Routing

/// Checks the lines to acquirers: their secrets, and their hosts' answers to a question that moves no money.
enum LineCheck {
    /// The problems of all lines; they are asked at once, so that a host that is silent holds up no other line.
    static func findings(
        _ records: MerchantRecords, _ opened: KeptKeys.Opened, at now: Timestamp
    ) async -> [Finding] {
        await withTaskGroup(of: [Finding].self) { group in
            for line in records.lines {
                group.addTask { await findings(line, records, opened, at: now) }
            }
            return await group.reduce(into: []) { $0 += $1 }.sorted { $0.subject < $1.subject }
        }
    }

    private static func findings(
        _ record: LineRecord, _ records: MerchantRecords, _ opened: KeptKeys.Opened,
        at now: Timestamp
    ) async -> [Finding] {
        // If the database's keys don't open, that is the finding.
        guard let vault = opened.vault, let keyID = record.secretInUse?.sealed.keyID,
            !opened.damaged.contains(keyID)
        else { return [] }
        guard let line = LineDirectory.Line(record, vault) else {
            return [Finding(.lineSecretClosed, "line \(record.id)")]
        }
        // An earlier version may have had another form of profiles.
        if line.definition.account.hosts?.mistake(in: record.id.value) != nil {
            return [Finding(.lineUnreadable, "line \(record.id)")]
        }
        let identity = expiry(of: line, at: now)
        // No payment takes a line that no rule names, and the host knows us by a merchant's number.
        guard let merchant = records.acquirerMerchants(on: record.id).first else { return identity }
        return identity
            + finding(of: await echo(line, as: merchant.numbers), at: "line \(record.id)")
    }

    /// The finding for the end of a line's client certificate.
    private static func expiry(of line: LineDirectory.Line, at now: Timestamp) -> [Finding] {
        guard let identity = line.secret.identity,
            let end = LineEndpoint.validity(ofIdentity: identity)?.upperBound
        else { return [] }
        return TLSCheck.expiry(
            "line \(line.definition.id)", Timestamp(seconds: end), at: now,
            soon: .lineIdentityEndsSoon, expired: .lineIdentityExpired)
    }

    private static func echo(
        _ line: LineDirectory.Line, as merchant: AcquirerMerchant
    ) async -> LineEcho {
        var limits = LineLimits()
        (limits.call, limits.connect) = (DoctorLimits.line, DoctorLimits.line)
        let opened: OpenedLine
        do throws(LineFault) {
            opened = try line.opened(limits: limits)
        } catch {
            // Without roots that can be read, no certificate is trusted.
            return .notSent(
                error == .badRoots || error == .badLineIdentity ? .tlsFailed : .unreachable)
        }
        return await opened.echo(merchant)
    }

    private static func finding(of echo: LineEcho, at place: String) -> [Finding] {
        echo.finding.map { [Finding($0, "\(place), \(echo.reason)")] } ?? []
    }
}

extension LineEcho {
    /// What it says of the line; nil if the line works.
    package var finding: FindingKind? {
        switch self {
        case .answered: nil
        case .refused: .lineCredentialsRefused
        case .silence(.tlsFailed): .lineCertificateRefused
        case .unclear, .silence: .lineUnreachable
        case .notSent(let reason): FindingKind(reason)
        }
    }

    /// Why the line doesn't work, in a word, or in the host's words.
    package var reason: String {
        switch self {
        case .answered: "ok"
        case .refused(let words): words
        case .unclear: "unreadable answer"
        case .silence(let reason): "silence: \(reason.rawValue)"
        case .notSent(let reason): reason.rawValue
        }
    }
}

extension FindingKind {
    /// What a message that wasn't sent says of the line.
    init(_ reason: NotSentReason) {
        self = reason == .tlsFailed ? .lineCertificateRefused : .lineUnreachable
    }
}

extension MerchantRecords {
    /// The merchants whose rules name a line, by name, with the acquirer's numbers of each.
    func acquirerMerchants(on line: LineID) -> [(id: MerchantID, numbers: AcquirerMerchant)] {
        let named = routes.filter { $0.value.lines.contains(line) }.keys
        return named.sorted { $0.value < $1.value }.compactMap { id in
            acquirerMerchant(id, at: line).map { (id, $0) }
        }
    }

    /// The acquirer's numbers of a merchant over a line, or of the sandbox's own; nil if there is no such merchant.
    func acquirerMerchant(_ id: MerchantID, at line: LineID) -> AcquirerMerchant? {
        acquirerMerchant(id)?.known(as: routes[id]?.merchantNumbers[line])
    }

    /// The merchant's own numbers, which it has wherever its rules name no other.
    func acquirerMerchant(_ id: MerchantID) -> AcquirerMerchant? {
        id == .sandbox
            ? SandboxMerchant.acquirer
            : merchants.first { $0.id == id }.map { AcquirerMerchant($0.numbers) }
    }
}
