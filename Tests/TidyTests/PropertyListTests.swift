import Foundation
import Testing

@Suite(
    "The property lists of the kits and the example app are what Apple reads",
    .timeLimit(.minutes(5)))
struct PropertyListTests {
    private static let app = "examples/ios-shop/Shop"

    private func propertyList(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: Repository.root.appending(path: path))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        return try #require(list as? [String: Any], "\(path) is a dictionary")
    }

    @Test("the app may use Apple Pay for the merchant that its settings name")
    func entitlements() throws {
        let list = try propertyList("\(Self.app)/Shop.entitlements")
        #expect(Set(list.keys) == ["com.apple.developer.in-app-payments"])
        let merchants = list["com.apple.developer.in-app-payments"] as? [String]
        #expect(merchants == ["merchant.coster.sandbox"])
        let settings = Repository.text("\(Self.app)/ShopSettings.swift")
        #expect(settings.contains("merchantIdentifier = \"merchant.coster.sandbox\""))
    }

    @Test("the app may speak plain HTTP to this machine and to no other")
    func transportSecurity() throws {
        let list = try propertyList("\(Self.app)/Info.plist")
        let security = try #require(list["NSAppTransportSecurity"] as? [String: Any])
        #expect(Set(security.keys) == ["NSAllowsLocalNetworking"])
        #expect(security["NSAllowsLocalNetworking"] as? Bool == true)
        let wanted: Set = [
            "CFBundleDevelopmentRegion", "CFBundleExecutable", "CFBundleIdentifier",
            "CFBundleInfoDictionaryVersion", "CFBundleName", "CFBundlePackageType",
            "CFBundleShortVersionString", "CFBundleVersion", "LSRequiresIPhoneOS",
            "NSAppTransportSecurity", "UILaunchScreen",
        ]
        #expect(Set(list.keys) == wanted)
    }

    @Test(
        "a privacy manifest has its four keys, and tracks nobody",
        arguments: [
            ("\(app)/PrivacyInfo.xcprivacy", ["NSPrivacyCollectedDataTypePurchaseHistory"]),
            ("Sources/Kits/CosterKit/PrivacyInfo.xcprivacy", []),
        ])
    func privacy(path: String, collected: [String]) throws {
        let list = try propertyList(path)
        let wanted: Set = [
            "NSPrivacyAccessedAPITypes", "NSPrivacyCollectedDataTypes", "NSPrivacyTracking",
            "NSPrivacyTrackingDomains",
        ]
        #expect(Set(list.keys) == wanted)
        #expect(list["NSPrivacyTracking"] as? Bool == false)
        #expect((list["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
        #expect((list["NSPrivacyAccessedAPITypes"] as? [Any])?.isEmpty == true)
        let types = try #require(list["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        #expect(types.compactMap { $0["NSPrivacyCollectedDataType"] as? String } == collected)
        for type in types {
            #expect(type["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
            #expect(type["NSPrivacyCollectedDataTypeLinked"] is Bool)
            #expect(type["NSPrivacyCollectedDataTypePurposes"] is [String])
        }
    }

    /// Source: Apple, Describing use of required reason API.
    @Test("the kits and the app use no API for which Apple wants a reason")
    func requiredReasons() {
        let names =
            /\bUserDefaults\b|\bsystemUptime\b|\bmach_absolute_time\b|\bactiveInputModes\b|[cC]reationDate|[mM]odificationDate|volumeAvailableCapacity|systemFreeSize|\bf?statv?fs\b|\bf?l?stat\(/
        let files =
            Repository.sources.filter { $0.path.hasPrefix("Sources/Kits/") }
            + Repository.others.filter { $0.path.hasPrefix("examples/") }
        #expect(files.count > 40)
        let findings = files.flatMap { file in
            file.code.enumerated().compactMap { number, line in
                line.firstMatch(of: names).map {
                    Finding(path: file.path, line: number + 1, what: "uses \($0.output)")
                }
            }
        }
        expectNone(findings)
    }

    @Test("the kits' package carries the privacy manifest")
    func manifestIsShipped() {
        let manifest = Repository.text("scripts/kits-package/Package.swift")
        #expect(manifest.contains("resources: [.copy(\"PrivacyInfo.xcprivacy\")]"))
    }

    @Test("the project names files and products that exist")
    func project() throws {
        let lines = Repository.text("examples/ios-shop/project.yml").components(separatedBy: "\n")
        func values(_ key: String) -> [String] {
            lines.compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1).map {
                    $0.trimmingCharacters(in: CharacterSet(charactersIn: " -\""))
                }
                return parts.count == 2 && parts[0] == key ? parts[1] : nil
            }
        }
        let files = values("INFOPLIST_FILE") + values("CODE_SIGN_ENTITLEMENTS")
        #expect(files.count == 2)
        for file in files { #expect(Repository.exists("examples/ios-shop/\(file)"), "\(file)") }
        let manifest = Repository.text("scripts/kits-package/Package.swift")
        let products = values("product")
        #expect(products == ["CosterKit", "CosterKitPassKit"])
        for product in products {
            #expect(manifest.contains(".library(name: \"\(product)\""), "\(product)")
        }
        let folder = values("path").first?.split(separator: "#").first
        let name = folder?.split(separator: "/").last?.trimmingCharacters(in: .whitespaces)
        #expect(
            name == "coster-kits" && Repository.text("Makefile").contains(".build-kits/coster-kits")
        )
    }
}
