import ApplePayToken
import CardVault
import PaymentDomain

/// What the engine works with.
public struct EnginePorts: Sendable {
    /// Finds a merchant by name.
    public var merchant: @Sendable (MerchantID) -> Merchant?
    /// Vouches for Apple's signature.
    public var verifier: PaymentTokenVerifier
    /// Seals card data.
    public var vault: CardVault
    /// Writes what happens to payments.
    public var ledger: any PaymentLedger
    /// Finds what was left undone.
    public var recovery: any RecoveryLedger
    /// Reads payments.
    public var reader: any LedgerReader
    /// Keeps cards and registrations.
    public var cards: any CardStore
    /// Reads batches.
    public var batches: any BatchReader
    /// The line to the acquirer.
    public var acquirer: any Acquirer
    /// The only clock.
    public var clock: EngineClock
    /// Has the vault take up a key from the books, by its name, where they have it.
    public var takeUpKey: @Sendable (String) async -> Void

    /// The ports.
    public init(
        merchant: @escaping @Sendable (MerchantID) -> Merchant?, verifier: PaymentTokenVerifier,
        vault: CardVault, ledger: any PaymentLedger, recovery: any RecoveryLedger,
        reader: any LedgerReader, cards: any CardStore, batches: any BatchReader,
        acquirer: any Acquirer, clock: EngineClock,
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
        self.acquirer = acquirer
        self.clock = clock
        self.takeUpKey = takeUpKey
    }
}

/// The engine's clock: what time it is, and a wait that tests can make instant.
public struct EngineClock: Sendable {
    /// The time of day, which may be set.
    public var now: @Sendable () -> Timestamp
    /// The time since some moment of this process, which only ever grows; what a limit of time is measured with.
    public var uptime: @Sendable () -> Duration
    /// Waits; ends early when its task is cancelled.
    public var sleep: @Sendable (Duration) async -> Void

    /// A clock.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }
}
