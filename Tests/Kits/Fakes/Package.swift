// swift-tools-version:6.0
import PackageDescription

// Stand-ins for Apple's frameworks that run, and the kits that use them.
//
// A package of its own, with a build folder of its own: SwiftPM puts all modules of a package in one folder, where
// `canImport(PassKit)` would see the stand-in from targets that don't depend on it. `scripts/kit-fakes` copies this
// folder and the kits' sources beside each other, builds and tests.
let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

// The toolchain's Testing asks for `_Testing_UIKit` beside any UIKit.
let testSettings = settings + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]

let package = Package(
    name: "coster-kit-fakes",
    targets: [
        .target(name: "Contacts", swiftSettings: settings),
        .target(name: "UIKit", swiftSettings: settings),
        .target(name: "SwiftUI", dependencies: ["UIKit"], swiftSettings: settings),
        .target(name: "PassKit", dependencies: ["Contacts", "UIKit"], swiftSettings: settings),
        .target(
            name: "CosterKit", exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: settings),
        .target(
            name: "CosterKitPassKit",
            dependencies: ["CosterKit", "PassKit", "Contacts", "UIKit", "SwiftUI"],
            swiftSettings: settings),
        .target(
            name: "CosterCardPages",
            dependencies: ["CosterKit", "CosterKitPassKit", "PassKit", "UIKit"],
            swiftSettings: settings),
        .target(
            name: "CosterBolt", dependencies: ["CosterCardPages", "PassKit", "UIKit"],
            swiftSettings: settings),
        .target(
            name: "CosterCardConnectConsumer",
            dependencies: ["CosterCardPages", "PassKit", "UIKit"], swiftSettings: settings),
        // Apps as a merchant has them: one in the language mode of its time, one in today's.
        .target(
            name: "CCCShop",
            dependencies: ["CosterCardConnectConsumer", "PassKit", "UIKit"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "BMSShop",
            dependencies: ["CosterBolt", "CosterCardPages", "CosterKit", "PassKit", "UIKit"],
            swiftSettings: settings),
        .executableTarget(
            name: "BoltShopRun", dependencies: ["BMSShop"], swiftSettings: settings),
        .target(
            name: "CosterInstaMed", dependencies: ["CosterKit", "PassKit"],
            swiftSettings: settings),
        .target(
            name: "InstaMedShop",
            dependencies: ["CosterInstaMed", "CosterKit", "PassKit", "UIKit"],
            swiftSettings: settings),
        .executableTarget(
            name: "InstaMedShopRun",
            dependencies: ["InstaMedShop", "CosterInstaMed", "CosterKit", "PassKit"],
            swiftSettings: settings),
        // examples/ios-shop. An executable, since it has an app's `@main`.
        .executableTarget(
            name: "Shop",
            dependencies: ["CosterKit", "CosterKitPassKit", "PassKit", "UIKit", "SwiftUI"],
            swiftSettings: settings),
        .testTarget(
            name: "CosterKitPassKitTests",
            dependencies: [
                "CCCShop", "BMSShop", "InstaMedShop", "CosterBolt", "CosterCardConnectConsumer",
                "CosterCardPages",
                "CosterInstaMed", "CosterKitPassKit", "CosterKit", "PassKit", "Contacts", "UIKit",
                "SwiftUI", "Shop",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "AppleNamesTests", exclude: ["Names"], swiftSettings: testSettings),
    ],
    swiftLanguageModes: [.v6]
)
