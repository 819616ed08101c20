/// A host of Apple's that gives sessions to merchants' servers.
///
/// A page names the one that its browser gave it. Without a strict list, a hostile page could have requests sent, with the
/// merchant's client certificate, to any host.
///
/// Source: Apple, "Setting up your server": the four hosts, and the advice to keep to a list.
package enum AppleHost: String, Sendable, Hashable, CaseIterable {
    case world = "apple-pay-gateway.apple.com"
    case china = "cn-apple-pay-gateway.apple.com"
    case worldSandbox = "apple-pay-gateway-cert.apple.com"
    case chinaSandbox = "cn-apple-pay-gateway-cert.apple.com"
}
