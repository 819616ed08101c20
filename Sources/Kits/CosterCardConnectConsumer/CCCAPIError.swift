import CosterCardPages

/// The domain of the API object's errors.
public let CCCAPIErrorDomain = "CosterCardConnectConsumer.CCCAPIError"
/// The code if the endpoint isn't set.
public let CCCAPIErrorCodeNoEndpoint = CardAPIError.noEndpoint.rawValue
/// The code if the card isn't valid.
public let CCCAPIErrorCodeInvalidCardData = CardAPIError.invalidCardData.rawValue

/// The same three constants for Objective-C: its compiler makes their names, and the domain's text, from these.
#if canImport(ObjectiveC)
    @objc(CCCAPIError)
#endif
public enum CCCAPIError: Int, Error {
    /// The endpoint isn't set.
    case codeNoEndpoint = 1
    /// The card isn't valid.
    case codeInvalidCardData
}
