import Foundation

/// The text after "PAY" if a request has none: the app's name.
///
/// The set of the source document's time had no `companyName`, so its apps set none.
func defaultPayee() -> String? {
    let info = Bundle.main.infoDictionary ?? [:]
    let name = info["CFBundleDisplayName"] as? String ?? info["CFBundleName"] as? String
    return name ?? ProcessInfo.processInfo.processName
}
