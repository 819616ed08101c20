import DialectKit

extension RadialDialect {
    /// The store of the path with the key of the header `apikey`.
    ///
    /// Source: Radial's public clients send `apikey`, `apiKey` and `ApiKey`; header names have no
    /// case.
    package func credential(in head: RequestHead) -> CredentialLocation {
        guard let store = head.parameters["store"], !store.isEmpty,
            let key = head.header("apikey"), !key.isEmpty
        else { return .missing }
        return .head(PresentedCredential(identity: store, secret: key))
    }
}
