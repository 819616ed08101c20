// swift-tools-version:6.0
import PackageDescription

// The client kits of Coster: what an app that takes Apple Pay links. No dependencies.
let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "coster-kits",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [
        .library(name: "CosterKit", targets: ["CosterKit"]),
        .library(name: "CosterKitPassKit", targets: ["CosterKitPassKit"]),
        .library(name: "CosterBolt", targets: ["CosterBolt"]),
        .library(name: "CosterCardConnectConsumer", targets: ["CosterCardConnectConsumer"]),
        .library(name: "CosterInstaMed", targets: ["CosterInstaMed"]),
    ],
    targets: [
        // The privacy manifest speaks for all kits: each of them links this one.
        .target(
            name: "CosterKit", resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings),
        .target(
            name: "CosterKitPassKit", dependencies: ["CosterKit"], swiftSettings: settings),
        .target(
            name: "CosterCardPages", dependencies: ["CosterKit", "CosterKitPassKit"],
            swiftSettings: settings),
        .target(
            name: "CosterBolt", dependencies: ["CosterCardPages"], swiftSettings: settings),
        .target(
            name: "CosterCardConnectConsumer", dependencies: ["CosterCardPages"],
            swiftSettings: settings),
        .target(
            name: "CosterInstaMed", dependencies: ["CosterKit"], swiftSettings: settings),
        .testTarget(
            name: "CosterKitTests", dependencies: ["CosterKit"], exclude: ["Requests"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
