// swift-tools-version:6.2
import PackageDescription

/// Every target of ours is built in Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

/// On the way of a request, an async function also goes on where its caller is: to hop to the pool at
/// each call, when it is there already, costs more than most calls do.
let onTheSpot: [SwiftSetting] = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

func product(_ name: String, of package: String) -> Target.Dependency {
    .product(name: name, package: package)
}

let crypto = product("Crypto", of: "swift-crypto")
let cryptoExtras = product("CryptoExtras", of: "swift-crypto")
let x509 = product("X509", of: "swift-certificates")
let asn1 = product("SwiftASN1", of: "swift-asn1")
let grdb = product("GRDB", of: "GRDB.swift")
let grdbSQLite = product("GRDBSQLite", of: "GRDB.swift")
let logging = product("Logging", of: "swift-log")
let nioPosix = product("NIOPosix", of: "swift-nio")
let nioCore = product("NIOCore", of: "swift-nio")
let nioEmbedded = product("NIOEmbedded", of: "swift-nio")
let nioTLS = product("NIOTLS", of: "swift-nio")
let nioSSL = product("NIOSSL", of: "swift-nio-ssl")
let nioHTTP1 = product("NIOHTTP1", of: "swift-nio")
let nioHTTPTypes = product("NIOHTTPTypes", of: "swift-nio-extras")
let nioHTTPTypesHTTP1 = product("NIOHTTPTypesHTTP1", of: "swift-nio-extras")
let httpTypes = product("HTTPTypes", of: "swift-http-types")
let lifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle")
let hummingbird = product("Hummingbird", of: "hummingbird")
let hummingbirdCore = product("HummingbirdCore", of: "hummingbird")
let hummingbirdTLS = product("HummingbirdTLS", of: "hummingbird")
let hummingbirdTesting = product("HummingbirdTesting", of: "hummingbird")
let arguments = product("ArgumentParser", of: "swift-argument-parser")
let configuration = product("Configuration", of: "swift-configuration")
let mustache = product("Mustache", of: "swift-mustache")
let httpClient = product("AsyncHTTPClient", of: "async-http-client")

let package = Package(
    name: "coster",
    platforms: [.macOS(.v15), .iOS(.v15)],
    products: [
        .executable(name: "coster", targets: ["coster"]),
        .library(name: "ApplePayToken", targets: ["ApplePayToken"]),
        .library(name: "ISO8583", targets: ["ISO8583"]),
        .library(name: "CosterKit", targets: ["CosterKit"]),
        .library(name: "CosterKitPassKit", targets: ["CosterKitPassKit"]),
        .library(name: "CosterBolt", targets: ["CosterBolt"]),
        .library(name: "CosterCardConnectConsumer", targets: ["CosterCardConnectConsumer"]),
        .library(name: "CosterInstaMed", targets: ["CosterInstaMed"]),
        .library(name: "FaultShim", type: .dynamic, targets: ["FaultShim"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    ],
    targets: [
        // Words and rules.
        .target(name: "PaymentDomain"),
        .target(name: "StrictCoding", dependencies: ["PaymentDomain"]),

        // Messages of card networks, by specifications as data.
        .target(
            name: "ISO8583", dependencies: ["PaymentDomain", "StrictCoding"],
            resources: [
                .embedInCode("Resources/spec87-ascii.json"),
                .embedInCode("Resources/spec87-binary-bitmap.json"),
                .embedInCode("Resources/cmf.json"),
            ]),

        // Which line a payment takes.
        .target(name: "Routing", dependencies: ["PaymentDomain", "StrictCoding"]),

        // What is sent to receivers of a payment's changes.
        .target(name: "Events", dependencies: ["PaymentDomain", "StrictCoding"]),

        // What endpoints of merchants get, when, and where events may be sent.
        .target(
            name: "Webhooks",
            dependencies: ["PaymentDomain", "StrictCoding", "Routing", "Events", crypto]),

        // The token core, and Apple's side of it; neither imports the other.
        .target(
            name: "ApplePayToken",
            dependencies: [
                "PaymentDomain", "StrictCoding", crypto, cryptoExtras, x509, asn1, nioSSL,
            ],
            resources: [.embedInCode("Roots/AppleRootCA-G3.pem")],
            swiftSettings: onTheSpot),
        .target(
            name: "AppleSimulator",
            dependencies: ["PaymentDomain", crypto, cryptoExtras, x509, asn1]),

        // What happens to a payment, and what it needs.
        .target(name: "CardVault", dependencies: ["PaymentDomain", "StrictCoding", crypto]),
        // The master key: its file, the environment, and the shares of custodians.
        .target(
            name: "KeyCustody",
            dependencies: ["PaymentDomain", "StrictCoding", "CardVault", crypto],
            swiftSettings: onTheSpot),
        .target(
            name: "PaymentEngine",
            dependencies: ["PaymentDomain", "StrictCoding", "ApplePayToken", "CardVault", logging],
            swiftSettings: onTheSpot),
        .target(name: "Database"),
        .target(name: "CSQLiteStart", path: "Sources/System/CSQLiteStart"),
        .target(
            name: "SQLiteDatabase",
            dependencies: ["StrictCoding", "Database", "CSQLiteStart", grdb, grdbSQLite],
            swiftSettings: onTheSpot),
        .systemLibrary(
            name: "CLibPQ", path: "Sources/System/CLibPQ", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]),
        .target(
            name: "PostgreSQLDatabase", dependencies: ["StrictCoding", "Database", "CLibPQ"],
            swiftSettings: onTheSpot),
        // Merchants: their certificates, their clients, and what operators did.
        .target(
            name: "Merchants",
            dependencies: [
                "PaymentDomain", "StrictCoding", "ApplePayToken", "CardVault", crypto, cryptoExtras,
                x509, asn1, nioSSL,
            ]),
        // Rows: what both stores share, those of merchants, and those of payments.
        .target(
            name: "StorageKit",
            dependencies: [
                "PaymentDomain", "StrictCoding", "CardVault", "Database", "SQLiteDatabase",
                "PostgreSQLDatabase",
            ],
            swiftSettings: onTheSpot),
        .target(
            name: "MerchantStorage",
            dependencies: [
                "PaymentDomain", "StrictCoding", "CardVault", "Merchants", "Routing", "Webhooks",
                "Database", "StorageKit",
            ],
            swiftSettings: onTheSpot),
        .target(
            name: "PaymentStorage",
            dependencies: [
                "PaymentDomain", "Events", "PaymentEngine", "CardVault", "KeyCustody", "Merchants",
                "Database", "SQLiteDatabase", "PostgreSQLDatabase", "StorageKit", "MerchantStorage",
            ],
            swiftSettings: onTheSpot),
        .target(
            name: "SandboxAcquirer",
            dependencies: ["PaymentDomain", "PaymentEngine", "Database", "SQLiteDatabase", grdb],
            path: "Sources/Acquirers/SandboxAcquirer", swiftSettings: onTheSpot),
        // Lines to acquirers elsewhere.
        .target(
            name: "AcquirerKit",
            dependencies: [
                "PaymentDomain", "StrictCoding", "Routing", httpClient, nioCore, nioPosix, nioHTTP1,
                nioSSL,
            ],
            path: "Sources/Acquirers/AcquirerKit", swiftSettings: onTheSpot),
        .target(
            name: "WebhookDelivery",
            dependencies: [
                "PaymentDomain", "StrictCoding", "Routing", "Webhooks", "AcquirerKit", nioPosix,
            ],
            swiftSettings: onTheSpot),
        .target(
            name: "WorldpayLine",
            dependencies: [
                "PaymentDomain", "PaymentEngine", "StrictCoding", "StrictXML", "AcquirerKit",
            ],
            path: "Sources/Acquirers/WorldpayLine",
            resources: [.embedInCode("Resources/response-codes.tsv")], swiftSettings: onTheSpot),
        .target(
            name: "CybersourceLine",
            dependencies: [
                "PaymentDomain", "PaymentEngine", "StrictCoding", "AcquirerKit", crypto,
            ],
            path: "Sources/Acquirers/CybersourceLine",
            resources: [
                .embedInCode("Resources/networks.tsv"), .embedInCode("Resources/reasons.tsv"),
                .embedInCode("Resources/statuses.tsv"),
            ], swiftSettings: onTheSpot),

        .target(
            name: "ISO8583Line",
            dependencies: [
                "PaymentDomain", "PaymentEngine", "StrictCoding", "ISO8583", "AcquirerKit", nioCore,
                nioPosix, nioTLS, nioSSL,
            ],
            path: "Sources/Acquirers/ISO8583Line",
            resources: [
                .embedInCode("Resources/profile-spec87.json"),
                .embedInCode("Resources/profile-cmf.json"),
            ],
            swiftSettings: onTheSpot),

        // The protocols that shops speak.
        .systemLibrary(
            name: "CLibXML2", path: "Sources/System/CLibXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]),
        .target(name: "CXMLReader", dependencies: ["CLibXML2"], path: "Sources/System/CXMLReader"),
        .target(name: "StrictXML", dependencies: ["PaymentDomain", "StrictCoding", "CXMLReader"]),
        .target(
            name: "DialectKit", dependencies: ["PaymentDomain", "StrictCoding"],
            path: "Sources/Dialects/DialectKit"),
        .target(
            name: "Radial",
            dependencies: [
                "PaymentDomain", "StrictCoding", "StrictXML", "DialectKit", "Events", "Webhooks",
            ],
            path: "Sources/Dialects/Radial"),
        .target(
            name: "Vantiv",
            dependencies: ["PaymentDomain", "StrictCoding", "StrictXML", "DialectKit"],
            path: "Sources/Dialects/Vantiv"),
        .target(
            name: "CardConnect", dependencies: ["PaymentDomain", "StrictCoding", "DialectKit"],
            path: "Sources/Dialects/CardConnect"),
        .target(
            name: "InstaMed",
            dependencies: ["PaymentDomain", "StrictCoding", "DialectKit", "Events", "Webhooks"],
            path: "Sources/Dialects/InstaMed",
            resources: [.embedInCode("Resources/refusals.tsv")]),
        .target(
            name: "NativeAPI",
            dependencies: ["PaymentDomain", "StrictCoding", "Events", "Webhooks", "DialectKit"],
            path: "Sources/Dialects/NativeAPI",
            resources: [
                .embedInCode("Resources/refusals.tsv"), .embedInCode("Resources/openapi.json"),
            ]),

        // Apple Pay on web pages: sessions, orders, the hosted page.
        .target(
            name: "WebPayments",
            dependencies: [
                "PaymentDomain", "StrictCoding", "Merchants", "DialectKit", mustache, crypto,
            ],
            resources: [
                .embedInCode("Resources/coster-pay.js"), .embedInCode("Resources/pay-page.js"),
                .embedInCode("Resources/pay-page.css"), .embedInCode("Resources/pay-page.mustache"),
                .embedInCode("Resources/texts.json"),
            ]),
        // Asks Apple for a session, with a merchant's identity certificate.
        .target(
            name: "AppleSessions",
            dependencies: [
                "PaymentDomain", "StrictCoding", httpClient, nioCore, nioPosix, nioSSL, nioHTTP1,
            ],
            swiftSettings: onTheSpot),

        // What a merchant's app links. `make kits` writes these as a package of their own.
        .target(
            name: "CosterKit", path: "Sources/Kits/CosterKit", exclude: ["PrivacyInfo.xcprivacy"]),
        .target(
            name: "CosterKitPassKit", dependencies: ["CosterKit"],
            path: "Sources/Kits/CosterKitPassKit"),
        .target(
            name: "CosterCardPages", dependencies: ["CosterKit", "CosterKitPassKit"],
            path: "Sources/Kits/CosterCardPages"),
        .target(
            name: "CosterBolt", dependencies: ["CosterCardPages"], path: "Sources/Kits/CosterBolt"),
        .target(
            name: "CosterCardConnectConsumer", dependencies: ["CosterCardPages"],
            path: "Sources/Kits/CosterCardConnectConsumer"),
        .target(
            name: "CosterInstaMed", dependencies: ["CosterKit"],
            path: "Sources/Kits/CosterInstaMed"),

        // Freed memory is overwritten: what the server alone has.
        .target(name: "WipingHeap", path: "Sources/System/WipingHeap"),

        // The server and the command line.
        .target(
            name: "Gateway",
            dependencies: [
                "PaymentDomain", "DialectKit", hummingbird, hummingbirdCore, hummingbirdTLS,
                nioCore, nioSSL, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, httpTypes, logging,
                lifecycle, crypto,
            ],
            swiftSettings: onTheSpot),
        // A shop's app on the other side, for `coster pay`, tests and benchmarks.
        .target(
            name: "ShopSimulator",
            dependencies: [
                "PaymentDomain", "AppleSimulator", "StrictXML", "DialectKit", arguments, httpClient,
                nioCore, nioPosix, nioSSL,
            ],
            path: "Sources/Simulation/ShopSimulator", swiftSettings: onTheSpot),
        // Apple's server that gives sessions to pages, over mutual TLS.
        .target(
            name: "ValidationServer",
            dependencies: [
                "PaymentDomain", "AppleSimulator", nioCore, nioPosix, nioSSL, nioHTTP1,
            ],
            path: "Sources/Simulation/ValidationServer", swiftSettings: onTheSpot),
        // Crashes and mistakes that a sandbox is asked for.
        .target(
            name: "FaultInjection", dependencies: ["PaymentDomain", "PaymentEngine", "Database"],
            path: "Sources/Simulation/FaultInjection", swiftSettings: onTheSpot),
        // The sandbox's pages: the start page, and a simulated ApplePaySession for browsers.
        .target(
            name: "SandboxPages", dependencies: ["PaymentDomain", "StrictCoding", "DialectKit"],
            path: "Sources/Simulation/SandboxPages",
            resources: [
                .embedInCode("Resources/start.html"), .embedInCode("Resources/start.css"),
                .embedInCode("Resources/start.js"), .embedInCode("Resources/device-begin.js"),
                .embedInCode("Resources/device-request.js"),
                .embedInCode("Resources/device-wallet.js"),
                .embedInCode("Resources/device-style.js"),
                .embedInCode("Resources/device-sheet.js"),
                .embedInCode("Resources/device-session.js"),
                .embedInCode("Resources/device-end.js"),
            ]),
        .target(
            name: "CosterServer",
            dependencies: [
                "PaymentDomain", "StrictCoding", "ApplePayToken", "AppleSimulator", "CardVault",
                "KeyCustody", "PaymentEngine", "Merchants", "Routing", "Events", "Webhooks",
                "WebhookDelivery", "StorageKit", "MerchantStorage", "PaymentStorage", "Database",
                "SQLiteDatabase", "PostgreSQLDatabase", "AcquirerKit", "SandboxAcquirer",
                "WorldpayLine", "CybersourceLine", "ISO8583", "ISO8583Line", "FaultInjection",
                "DialectKit", "Radial", "Vantiv", "CardConnect",
                "InstaMed", "NativeAPI", "WebPayments", "AppleSessions", "ValidationServer",
                "SandboxPages", "Gateway", "WipingHeap", configuration, httpClient, logging,
                lifecycle, crypto, x509, nioCore, nioPosix, nioSSL,
            ],
            swiftSettings: onTheSpot),
        // What commands do, without printing.
        .target(
            name: "CosterOperations",
            dependencies: [
                "CosterServer", "PaymentDomain", "ApplePayToken", "CardVault", "KeyCustody",
                "PaymentEngine", "Merchants", "Routing", "Events", "Webhooks", "WebhookDelivery",
                "StorageKit", "MerchantStorage", "PaymentStorage", "Database", "SQLiteDatabase",
                "PostgreSQLDatabase", "AcquirerKit", "Gateway", crypto, x509,
            ],
            swiftSettings: onTheSpot),
        .target(
            name: "CosterCommands",
            dependencies: [
                "StrictCoding", "CosterOperations", "CosterServer", "ShopSimulator",
                "PaymentDomain", "DialectKit", "Events", "ApplePayToken", "AppleSimulator",
                "CardVault", "KeyCustody", "PaymentEngine", "Merchants", "Routing", "Webhooks",
                "StorageKit", "MerchantStorage", "PaymentStorage", "SQLiteDatabase",
                "SandboxAcquirer", "WebPayments", "Gateway", arguments, crypto,
            ],
            swiftSettings: onTheSpot),
        .executableTarget(
            name: "coster", dependencies: ["CosterCommands"], swiftSettings: onTheSpot),
        .systemLibrary(name: "CEpoll", path: "Sources/System/CEpoll"),
        .executableTarget(
            name: "coster-bench",
            dependencies: [
                "PaymentDomain", "PaymentEngine", "ApplePayToken", "AppleSimulator", "DialectKit",
                "Vantiv", "ISO8583", "AcquirerKit", "ISO8583Line", "CEpoll", arguments, crypto,
                x509, nioCore, nioPosix,
            ],
            path: "Benchmarks/CosterBench"),

        // Tests, one folder a target; TidyTests read the sources themselves.
        .testTarget(
            name: "PaymentDomainTests",
            dependencies: ["PaymentDomain", "StrictCoding", "SeededRandom"]),
        .testTarget(
            name: "StrictCodingTests",
            dependencies: ["StrictCoding", "PaymentDomain", "SeededRandom"]),
        .testTarget(
            name: "ISO8583Tests",
            dependencies: ["ISO8583", "StrictCoding", "PaymentDomain", "Programs", "SeededRandom"],
            exclude: ["Messages", "peer.py"]),
        .testTarget(
            name: "RoutingTests", dependencies: ["Routing", "PaymentDomain", "SeededRandom"]),
        .testTarget(
            name: "EventsTests",
            dependencies: ["Events", "StrictCoding", "PaymentDomain", "Programs"]),
        .testTarget(
            name: "WebhooksTests",
            dependencies: [
                "WebhookFixtures", "Webhooks", "Events", "StrictCoding", "PaymentDomain",
                "Programs", crypto,
            ]),
        .testTarget(
            name: "WebhookDeliveryTests",
            dependencies: [
                "WebhookDelivery", "Webhooks", "StrictCoding", "PaymentDomain", nioCore, nioPosix,
                nioHTTP1,
            ]),
        .testTarget(
            name: "ApplePayTokenTests",
            dependencies: [
                "StrictCoding", "ApplePayToken", "AppleSimulator", "PaymentDomain", "SeededRandom",
                "TokenFixtures", crypto, cryptoExtras, x509, asn1,
            ],
            exclude: ["Files"]),
        .testTarget(
            name: "AppleSimulatorTests",
            dependencies: [
                "AppleSimulator", "PaymentDomain", "Programs", crypto, cryptoExtras, x509, asn1,
            ]),
        .testTarget(
            name: "CardVaultTests",
            dependencies: ["StrictCoding", "CardVault", "PaymentDomain", "SeededRandom", crypto]),
        .testTarget(
            name: "KeyCustodyTests",
            dependencies: ["KeyCustody", "CardVault", "PaymentDomain", "SeededRandom"]),
        .testTarget(
            name: "PaymentEngineTests",
            dependencies: [
                "PaymentDomain", "StrictCoding", "ApplePayToken", "AppleSimulator", "CardVault",
                "PaymentEngine", "PaymentStorage", "SeededRandom", grdb,
            ],
            exclude: ["Stories"]),
        .testTarget(
            name: "MerchantsTests",
            dependencies: [
                "Merchants", "AppleSimulator", "ApplePayToken", "CardVault", "PaymentDomain",
                "Programs", "SeededRandom", crypto, cryptoExtras, x509, asn1, nioSSL,
            ]),
        .testTarget(
            name: "MerchantStorageTests",
            dependencies: [
                "MerchantStorage", "StorageKit", "StorageFixtures", "Database", "CardVault",
                "Merchants", "Routing", "Webhooks", "PaymentDomain",
            ]),
        .testTarget(
            name: "PaymentStorageTests",
            dependencies: [
                "PaymentStorage", "MerchantStorage", "StorageKit", "StorageFixtures", "Database",
                "Events", "SQLiteDatabase", "PostgreSQLDatabase", "CLibPQ", "CardVault",
                "KeyCustody", "Merchants", "Routing", "PaymentEngine", "PaymentDomain",
                "SeededRandom", grdb, grdbSQLite,
            ]),
        .testTarget(
            name: "SandboxAcquirerTests",
            dependencies: [
                "SandboxAcquirer", "LineContract", "Database", "SQLiteDatabase", "PaymentEngine",
                "PaymentDomain",
            ]),
        .testTarget(
            name: "AcquirerKitTests",
            dependencies: ["AcquirerKit", "LineHosts", "PaymentDomain", "Routing"]),
        .testTarget(
            name: "WorldpayLineTests",
            dependencies: [
                "WorldpayLine", "AcquirerKit", "LineContract", "LineHosts", "Programs", "Routing",
                "StrictXML", "DialectKit", "Vantiv", "PaymentEngine", "PaymentDomain",
                "SeededRandom",
            ],
            exclude: ["Requests", "Replies"]),
        .testTarget(
            name: "ISO8583LineTests",
            dependencies: [
                "ISO8583Line", "ISO8583", "AcquirerKit", "LineContract", "LineHosts",
                "PaymentEngine", "PaymentDomain",
            ]),
        .testTarget(
            name: "CybersourceLineTests",
            dependencies: [
                "CybersourceLine", "AcquirerKit", "LineContract", "LineHosts", "Programs",
                "Routing", "StrictCoding", "PaymentEngine", "PaymentDomain", "SeededRandom",
            ],
            exclude: ["Requests", "Replies", "cybersource_client.py"]),
        .testTarget(
            name: "StrictXMLTests",
            dependencies: [
                "StrictCoding", "StrictXML", "CXMLReader", "PaymentDomain", "SeededRandom",
            ]),
        .testTarget(
            name: "DialectKitTests",
            dependencies: ["StrictCoding", "DialectKit", "PaymentDomain", "SeededRandom"]),
        .testTarget(
            name: "RadialTests",
            dependencies: [
                "StrictCoding", "StrictXML", "Radial", "DialectKit", "PaymentDomain", "Programs",
                "SeededRandom", "GoldenExchanges", "Events", "Webhooks",
            ],
            exclude: ["Exchanges", "Notices"]),
        .testTarget(
            name: "VantivTests",
            dependencies: [
                "Vantiv", "DialectKit", "PaymentDomain", "Programs", "SeededRandom",
                "GoldenExchanges",
            ],
            exclude: ["Exchanges"]),
        .testTarget(
            name: "CardConnectTests",
            dependencies: [
                "StrictCoding", "CardConnect", "DialectKit", "PaymentDomain", "SeededRandom",
                "GoldenExchanges",
            ],
            exclude: ["Exchanges"]),
        .testTarget(
            name: "InstaMedTests",
            dependencies: [
                "StrictCoding", "InstaMed", "DialectKit", "PaymentDomain", "Programs",
                "SeededRandom", "GoldenExchanges", "Events", "Webhooks",
            ],
            exclude: ["Exchanges", "Notices", "Samples"]),
        .testTarget(
            name: "NativeAPITests",
            dependencies: ["NativeAPI", "Events", "Webhooks", "SeededRandom", "GoldenExchanges"],
            exclude: ["Exchanges"]),
        .testTarget(
            name: "SandboxPagesTests",
            dependencies: ["SandboxPages", "DialectKit", "StrictCoding", "PaymentDomain"]),
        .testTarget(
            name: "WebPaymentsTests",
            dependencies: [
                "WebPayments", "Merchants", "DialectKit", "StrictCoding", "PaymentDomain",
            ]),
        .testTarget(
            name: "AppleSessionsTests",
            dependencies: [
                "AppleSessions", "AppleSimulator", "ValidationServer", "PaymentDomain",
                "SeededRandom", nioCore, nioPosix, nioHTTP1, nioSSL,
            ]),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "Gateway", "PaymentDomain", "DialectKit", "Programs", hummingbird,
                hummingbirdTesting, logging, lifecycle, nioCore, nioEmbedded, nioHTTP1,
            ]),
        .testTarget(
            name: "CosterKitTests", dependencies: ["CosterKit"], path: "Tests/Kits/CosterKitTests",
            exclude: ["Requests"]),
        .testTarget(name: "WipingHeapTests", dependencies: ["WipingHeap"]),
        // How tests run other programs.
        .target(name: "Programs", path: "Tests/Programs"),
        // What every line must do, and hosts of lines in another language.
        .target(
            name: "LineContract",
            dependencies: ["PaymentDomain", "PaymentEngine", "AcquirerKit", "LineHosts"],
            path: "Tests/LineContract"),
        .target(
            name: "LineHosts", dependencies: ["Programs", httpClient, nioCore],
            path: "Tests/Hosts",
            exclude: [
                "cybersource_host.py", "hosting.py", "iso8583_host.py", "iso8583_tables.py",
                "webhook_receiver.py", "worldpay_host.py",
            ]),
        // Recorded exchanges of the dialects.
        .target(
            name: "GoldenExchanges",
            dependencies: ["DialectKit", "Events", "Webhooks", "PaymentDomain"],
            path: "Tests/GoldenExchanges",
            exclude: ["frozen.sha256"]),
        .target(
            name: "WebhookFixtures", dependencies: ["Webhooks", "Programs"],
            path: "Tests/WebhookFixtures"),
        // Databases for tests, in a file or in the PostgreSQL that the tests were given.
        .target(
            name: "StorageFixtures",
            dependencies: [
                "PaymentStorage", "MerchantStorage", "StorageKit", "Database", "SQLiteDatabase",
                "PostgreSQLDatabase", "CardVault", "Merchants", "Routing", "Webhooks",
                "PaymentDomain", grdb,
            ],
            path: "Tests/StorageFixtures"),
        // Tokens with one thing wrong, and the refusal of each.
        .target(
            name: "TokenFixtures",
            dependencies: [
                "ApplePayToken", "AppleSimulator", "PaymentDomain", crypto, cryptoExtras, x509,
            ],
            path: "Tests/TokenFixtures"),
        // What is drawn at random in tests, and can be drawn again.
        .target(name: "SeededRandom", path: "Tests/SeededRandom"),
        // Loaded into servers by the torture; linked with nothing.
        .target(name: "FaultShim", path: "Tests/FaultShim"),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "WebhookFixtures", "WebhookDelivery", "StrictCoding", "Events", "Webhooks",
                "coster", "CosterCommands", "CosterOperations", "CosterServer", "ShopSimulator",
                "PaymentDomain", "AppleSimulator", "ApplePayToken", "CardVault", "KeyCustody",
                "PaymentEngine", "Merchants", "Routing", "StorageKit", "MerchantStorage",
                "PaymentStorage", "SandboxAcquirer", "Database", "SQLiteDatabase",
                "PostgreSQLDatabase", "CLibPQ", "DialectKit", "Gateway", "SeededRandom",
                "TokenFixtures", "CosterKit", "WebPayments", "AppleSessions", "ValidationServer",
                "Programs", "LineHosts", "ISO8583", crypto, asn1, logging, nioCore,
            ],
            exclude: ["Clients", "Guides/Examples"]),
        .testTarget(name: "TidyTests", dependencies: ["Programs"]),
    ]
)

// A target that names no settings has the strict ones.
for target in package.targets where target.type != .system && target.swiftSettings == nil {
    target.swiftSettings = strict
}

// `COSTER_TESTS=GatewayTests,TidyTests swift test` builds only those test targets: the loop of one module.
if let named = Context.environment["COSTER_TESTS"] {
    let wanted = Set(named.split(separator: ",").map(String.init))
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
