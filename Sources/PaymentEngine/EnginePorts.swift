import ApplePayToken
import CardVault
import PaymentDomain

/// The ports that the engine works with.
package struct EnginePorts: Sendable {
    /// Finds a merchant by name.
    package var merchant: @Sendable (MerchantID) -> Merchant?
    /// Vouches for Apple's signature.
    package var verifier: PaymentTokenVerifier
    /// Seals card data.
    package var vault: CardVault
    /// Writes what happens to payments.
    package var ledger: any PaymentLedger
    /// Finds what was left undone.
    package var recovery: any RecoveryLedger
    /// Reads payments.
    package var reader: any LedgerReader
    /// Keeps cards and registrations.
    package var cards: any CardStore
    /// Reads batches.
    package var batches: any BatchReader
    /// The lines to acquirers.
    package var lines: any AcquirerLines
    package var clock: EngineClock
    /// Has the vault load a key from the database by its name, if it is there.
    package var takeUpKey: @Sendable (String) async -> Void

    package init(
        merchant: @escaping @Sendable (MerchantID) -> Merchant?, verifier: PaymentTokenVerifier,
        vault: CardVault, ledger: any PaymentLedger, recovery: any RecoveryLedger,
        reader: any LedgerReader, cards: any CardStore, batches: any BatchReader,
        lines: any AcquirerLines, clock: EngineClock,
        takeUpKey: @escaping @Sendable (String) async -> Void = { _ in }
    ) {
        self.merchant = merchant
        self.verifier = verifier
        self.vault = vault
        self.ledger = ledger
        self.recovery = recovery
        self.reader = reader
        self.cards = cards
        self.batches = batches
        self.lines = lines
        self.clock = clock
        self.takeUpKey = takeUpKey
    }
}

/// The engine's clock: what time it is, and a wait that tests can make instant.
package struct EngineClock: Sendable {
    /// The time of day, which may be set.
    package var now: @Sendable () -> Timestamp
    /// A monotonic time since the process began, for time limits.
    package var uptime: @Sendable () -> Duration
    /// Waits; ends early when its task is cancelled.
    package var sleep: @Sendable (Duration) async -> Void

    package init(
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }
}
