/// What the files of one target may import.
struct ImportLaw: Sendable {
    /// The target's folder.
    let folder: String
    /// The modules of ours.
    let ours: Set<String>
    /// The modules of others; nil for any.
    let others: Set<String>?

    init(_ folder: String, ours: Set<String>, others: Set<String>?) {
        self.folder = folder
        self.ours = ours
        self.others = others
    }

    /// The module's name: the folder's last part.
    var module: String { String(folder.split(separator: "/").last ?? "") }
}

/// The folders under Sources that hold a target in each of their folders.
let groups: Set<String> = ["Acquirers", "Dialects", "Kits", "Simulation", "System"]

private let cryptography: Set<String> = [
    "Crypto", "CryptoExtras", "X509", "SwiftASN1", "Foundation", "Synchronization",
]

/// The law: arrows run one way. A new target has its row here, or the build does not pass.
///
/// A dialect sees the words, DialectKit and the form of its events, never the engine, HTTP, SQL or another dialect; the engine sees neither
/// HTTP nor SQL; the simulator and the token core never see each other, so that each checks the other.
let importLaws: [ImportLaw] = [
    ImportLaw(
        "Sources/PaymentDomain", ours: [], others: ["Synchronization", "Glibc", "Darwin"]),
    ImportLaw(
        "Sources/StrictCoding", ours: ["PaymentDomain"], others: ["Glibc", "Darwin"]),
    ImportLaw("Sources/ISO8583", ours: ["PaymentDomain", "StrictCoding"], others: []),
    ImportLaw("Sources/Routing", ours: ["PaymentDomain", "StrictCoding"], others: []),
    ImportLaw("Sources/Events", ours: ["PaymentDomain", "StrictCoding"], others: []),
    ImportLaw(
        "Sources/Webhooks", ours: ["PaymentDomain", "StrictCoding", "Routing", "Events"],
        others: ["Crypto"]),
    ImportLaw(
        "Sources/ApplePayToken", ours: ["PaymentDomain", "StrictCoding"],
        others: cryptography.union(["NIOSSL"])),
    ImportLaw("Sources/AppleSimulator", ours: ["PaymentDomain"], others: cryptography),
    ImportLaw(
        "Sources/CardVault", ours: ["PaymentDomain", "StrictCoding"],
        others: ["Crypto", "Foundation", "Synchronization"]),
    ImportLaw(
        "Sources/KeyCustody", ours: ["PaymentDomain", "StrictCoding", "CardVault"],
        others: ["Crypto", "Foundation", "Glibc", "Synchronization"]),
    ImportLaw(
        "Sources/PaymentEngine",
        ours: ["PaymentDomain", "StrictCoding", "ApplePayToken", "CardVault"],
        others: ["Foundation", "Logging", "Synchronization"]),
    ImportLaw("Sources/Database", ours: [], others: ["Foundation"]),
    ImportLaw(
        "Sources/SQLiteDatabase", ours: ["StrictCoding", "Database", "CSQLiteStart"],
        others: ["GRDB", "GRDBSQLite", "Dispatch", "Foundation", "Synchronization"]),
    ImportLaw("Sources/System/CLibPQ", ours: [], others: []),
    ImportLaw("Sources/System/CSQLiteStart", ours: [], others: []),
    ImportLaw(
        "Sources/PostgreSQLDatabase", ours: ["StrictCoding", "Database", "CLibPQ"],
        others: ["Foundation", "Synchronization"]),
    ImportLaw(
        "Sources/Merchants", ours: ["PaymentDomain", "StrictCoding", "ApplePayToken", "CardVault"],
        others: cryptography.union(["NIOSSL"])),
    ImportLaw(
        "Sources/StorageKit",
        ours: [
            "PaymentDomain", "StrictCoding", "CardVault", "Database", "SQLiteDatabase",
            "PostgreSQLDatabase",
        ], others: []),
    ImportLaw(
        "Sources/MerchantStorage",
        ours: [
            "PaymentDomain", "StrictCoding", "CardVault", "Merchants", "Routing", "Webhooks",
            "Database", "StorageKit",
        ], others: []),
    ImportLaw(
        "Sources/PaymentStorage",
        ours: [
            "PaymentDomain", "Events", "PaymentEngine", "CardVault", "KeyCustody", "Merchants",
            "Database", "SQLiteDatabase", "PostgreSQLDatabase", "StorageKit", "MerchantStorage",
        ], others: ["Synchronization"]),
    ImportLaw(
        "Sources/Acquirers/SandboxAcquirer",
        ours: ["PaymentDomain", "PaymentEngine", "Database", "SQLiteDatabase"],
        others: ["GRDB", "Foundation", "Synchronization"]),
    ImportLaw(
        "Sources/Acquirers/AcquirerKit", ours: ["PaymentDomain", "StrictCoding", "Routing"],
        others: [
            "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "Synchronization",
        ]),
    ImportLaw(
        "Sources/WebhookDelivery",
        ours: ["PaymentDomain", "StrictCoding", "Routing", "Webhooks", "AcquirerKit"],
        others: ["NIOPosix", "Glibc", "Darwin", "Synchronization"]),
    ImportLaw(
        "Sources/Acquirers/WorldpayLine",
        ours: ["PaymentDomain", "PaymentEngine", "StrictCoding", "StrictXML", "AcquirerKit"],
        others: []),
    ImportLaw(
        "Sources/Acquirers/ISO8583Line",
        ours: ["PaymentDomain", "PaymentEngine", "StrictCoding", "ISO8583", "AcquirerKit"],
        others: ["NIOCore", "NIOPosix", "NIOSSL", "NIOTLS", "Synchronization"]),
    ImportLaw(
        "Sources/Acquirers/CybersourceLine",
        ours: ["PaymentDomain", "PaymentEngine", "StrictCoding", "AcquirerKit"],
        others: ["Crypto"]),
    ImportLaw("Sources/System/CLibXML2", ours: [], others: []),
    ImportLaw("Sources/System/CXMLReader", ours: [], others: []),
    ImportLaw("Sources/System/WipingHeap", ours: [], others: []),
    ImportLaw("Sources/System/CEpoll", ours: [], others: []),
    ImportLaw(
        "Sources/StrictXML", ours: ["PaymentDomain", "StrictCoding", "CXMLReader"], others: []),
    ImportLaw(
        "Sources/Dialects/DialectKit", ours: ["PaymentDomain", "StrictCoding"],
        others: ["Foundation"]),
    ImportLaw(
        "Sources/Dialects/Radial",
        ours: [
            "PaymentDomain", "StrictCoding", "StrictXML", "DialectKit", "Events", "Webhooks",
        ],
        others: ["Foundation"]),
    ImportLaw(
        "Sources/Dialects/Vantiv",
        ours: ["PaymentDomain", "StrictCoding", "StrictXML", "DialectKit"],
        others: ["Foundation"]),
    ImportLaw(
        "Sources/Dialects/CardConnect", ours: ["PaymentDomain", "StrictCoding", "DialectKit"],
        others: ["Foundation"]),
    ImportLaw(
        "Sources/Dialects/InstaMed",
        ours: ["PaymentDomain", "StrictCoding", "DialectKit", "Events", "Webhooks"],
        others: []),
    ImportLaw(
        "Sources/Dialects/NativeAPI",
        ours: ["PaymentDomain", "StrictCoding", "Events", "Webhooks", "DialectKit"], others: []),
    ImportLaw(
        "Sources/WebPayments", ours: ["PaymentDomain", "StrictCoding", "Merchants", "DialectKit"],
        others: ["Crypto", "Mustache"]),
    ImportLaw(
        "Sources/AppleSessions", ours: ["PaymentDomain", "StrictCoding"],
        others: [
            "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "Synchronization",
        ]),
    ImportLaw(
        "Sources/Simulation/ValidationServer", ours: ["PaymentDomain", "AppleSimulator"],
        others: ["NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "Synchronization"]),
    // An app's reviewers count what a kit brings along: Foundation, and Apple's frameworks in the kits of PassKit.
    ImportLaw(
        "Sources/Kits/CosterKit", ours: [], others: ["Foundation", "FoundationNetworking"]),
    ImportLaw(
        "Sources/Kits/CosterKitPassKit", ours: ["CosterKit"],
        others: ["Foundation", "PassKit", "Contacts", "UIKit", "SwiftUI"]),
    ImportLaw(
        "Sources/Kits/CosterCardPages", ours: ["CosterKit", "CosterKitPassKit"],
        others: ["Foundation", "FoundationNetworking", "PassKit", "UIKit"]),
    ImportLaw(
        "Sources/Kits/CosterBolt", ours: ["CosterCardPages"],
        others: ["Foundation", "FoundationNetworking", "PassKit", "UIKit"]),
    ImportLaw(
        "Sources/Kits/CosterCardConnectConsumer", ours: ["CosterCardPages"],
        others: ["Foundation", "FoundationNetworking", "PassKit", "UIKit"]),
    ImportLaw(
        "Sources/Kits/CosterInstaMed", ours: ["CosterKit"], others: ["Foundation", "PassKit"]),
    ImportLaw(
        "Sources/Gateway", ours: ["PaymentDomain", "DialectKit"],
        others: [
            "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HTTPTypes", "NIOCore",
            "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOSSL",
            "Logging", "Metrics", "CoreMetrics", "ServiceLifecycle", "Crypto", "Foundation",
            "Synchronization",
        ]),
    ImportLaw(
        "Sources/Simulation/ShopSimulator",
        ours: ["PaymentDomain", "AppleSimulator", "StrictXML", "DialectKit"],
        others: [
            "ArgumentParser", "AsyncHTTPClient", "NIOCore", "NIOPosix", "NIOSSL", "Foundation",
            "Synchronization",
        ]),
    ImportLaw(
        "Sources/Simulation/FaultInjection", ours: ["PaymentDomain", "PaymentEngine", "Database"],
        others: ["Glibc", "Synchronization"]),
    ImportLaw(
        "Sources/Simulation/SandboxPages", ours: ["PaymentDomain", "StrictCoding", "DialectKit"],
        others: ["Synchronization"]),
    // The server joins the parts, the operations use it, and the commands print what they did.
    ImportLaw(
        "Sources/CosterServer",
        ours: [
            "PaymentDomain", "StrictCoding", "ApplePayToken", "AppleSimulator", "CardVault",
            "KeyCustody",
            "PaymentEngine",
            "Merchants", "Routing", "Events", "Webhooks", "WebhookDelivery", "Database",
            "SQLiteDatabase", "PostgreSQLDatabase",
            "StorageKit", "MerchantStorage", "PaymentStorage",
            "AcquirerKit", "SandboxAcquirer", "WorldpayLine", "CybersourceLine", "ISO8583",
            "ISO8583Line", "FaultInjection", "DialectKit",
            "Radial", "Vantiv", "CardConnect", "InstaMed", "NativeAPI",
            "WebPayments", "AppleSessions", "ValidationServer", "SandboxPages", "Gateway",
            "WipingHeap",
        ], others: nil),
    ImportLaw(
        "Sources/CosterOperations",
        ours: [
            "CosterServer", "PaymentDomain", "ApplePayToken", "CardVault", "KeyCustody",
            "PaymentEngine",
            "Merchants", "Routing", "Events", "Webhooks", "WebhookDelivery", "Database",
            "SQLiteDatabase", "PostgreSQLDatabase",
            "StorageKit", "MerchantStorage", "PaymentStorage", "AcquirerKit", "Gateway",
        ], others: ["Foundation", "Crypto", "X509", "Glibc", "Synchronization"]),
    ImportLaw(
        "Sources/CosterCommands",
        ours: [
            "StrictCoding", "CosterServer", "CosterOperations", "ShopSimulator", "DialectKit",
            "PaymentDomain", "Events",
            "ApplePayToken",
            "AppleSimulator", "CardVault", "KeyCustody", "PaymentEngine", "Merchants", "Routing",
            "Webhooks", "SQLiteDatabase",
            "SandboxAcquirer", "StorageKit", "MerchantStorage", "PaymentStorage", "WebPayments",
            "Gateway",
        ], others: ["ArgumentParser", "Foundation", "Glibc", "Crypto"]),
    ImportLaw("Sources/coster", ours: ["CosterCommands"], others: []),
]

/// The files that may take card data out of its types, each with its reason.
let cardDataImporters: [String: String] = [
    "Sources/Acquirers/SandboxAcquirer/SandboxChecks+SecurityCode.swift":
        "the sandbox answers by the security code",
    "Sources/Acquirers/ISO8583Line/MessageContent.swift":
        "writes the card and what proves the payment for the acquirer",
    "Sources/Acquirers/WorldpayLine/CNPRequest+Authorization.swift":
        "Worldpay is asked for the money of a card",
    "Sources/Acquirers/CybersourceLine/CybersourceRequest+Authorization.swift":
        "Cybersource is asked for the money of a card",
    "Sources/ApplePayToken/Payload/DecryptedPaymentToken+JSON.swift":
        "a merchant may look into its own token",
    "Sources/CardVault/CardVault+CardData.swift": "seals the digits and the cryptogram",
    "Sources/CardVault/VaultHashes.swift": "a fingerprint is made from the whole number",
    "Sources/Dialects/NativeAPI/Native+EncodeOpened.swift":
        "the JSON API hands a token's contents to the merchant, with a scope of its own",
    "Sources/Dialects/Radial/Radial+EncodeBlob.swift":
        "Radial's decryptblob hands a token's contents to the merchant",
    "Sources/PaymentEngine/RegistrationContent.swift":
        "what is registered for one payment is sealed as bytes",
    "Sources/PaymentEngine/PaymentEngine+OpenToken.swift":
        "the cardholder's name goes to the merchant that opens a token",
]

/// The files that declare what only the files above may use.
let cardDataDeclarers: Set<String> = [
    "Sources/ApplePayToken/Payload/CardholderName.swift",
    "Sources/PaymentDomain/Cryptogram.swift",
    "Sources/PaymentDomain/PAN.swift",
]
