import ArgumentParser
import CardVault
import CosterOperations
import CosterServer
import Foundation
import Merchants
import PaymentDomain
import PaymentStorage

/// A client that is given a secret.
struct SecretOptions: ParsableArguments {
    @OptionGroup var client: ClientOptions

    @Option(
        help:
            "A file with your own secret on its first line; - for standard input. (default: a new secret, shown once)"
    )
    var secretFile: String?

    private var dialect: String { client.dialect }

    /// The new secret, as it is kept, and as it is shown where we made it.
    ///
    /// - Parameter others: The secrets that the client has.
    func secret(
        _ vault: CardVault, beside others: [CredentialRecord] = []
    ) throws(CosterFailure) -> (kept: StoredSecret, shown: String?) {
        guard let secretFile else {
            let made = GeneratedSecret(room: ClientNames.roomForSecret(in: dialect))
            let text = try client.secret(made.text, isNew: true)
            return (.keyed(vault.secretCode(of: Array(text.utf8))), text)
        }
        let chosen = try client.secret(
            String(decoding: try Files.password(secretFile), as: UTF8.self), isNew: false)
        let room = ClientNames.roomForSecret(in: dialect)
        guard chosen.utf8.count <= room else {
            throw CosterFailure(
                .badInput,
                "The secret is too long: \(dialect) allows \(room) characters. Choose a shorter one."
            )
        }
        // The newest one's: earlier ones may have salts of their own.
        let salts = others.compactMap { other -> [UInt8]? in
            if case .slow(let hash) = other.secret { hash.salt } else { nil }
        }
        do throws(MerchantFault) {
            return (.slow(try ScryptHash(of: chosen, salt: salts.last)), nil)
        } catch {
            throw CosterFailure(error)
        }
    }

    /// Prints the secret, once, alone on standard output.
    ///
    /// - Throws: Exit code 70 if it wasn't taken, also by a reader that has left: nobody can have it then.
    func show(
        _ secret: String?, number: Int64?, asJSON isJSON: Bool = false
    ) throws(CosterFailure) {
        let which = number.map { "secret \($0)" } ?? "secret"
        guard let secret else {
            if isJSON { try JSONOutput.print(SecretFacts(number: number, secret: nil)) }
            return Operator.tell("Stored a hash of \(which) of \(client.name) for \(dialect).")
        }
        Operator.tell("Created \(which) of \(client.name) for \(dialect). It is shown only once:")
        if isJSON {
            try JSONOutput.print(SecretFacts(number: number, secret: secret))
        } else {
            print(secret)
        }
        guard StandardStreams.haveTakenAll() else {
            throw CosterFailure(
                .internalFault,
                "The new secret couldn't be written to standard output, so nobody has it. Create another with `coster merchant credential rotate`, and revoke \(which) with `coster merchant credential revoke`."
            )
        }
    }
}

/// A secret for a machine; nil if the operator chose it.
struct SecretFacts: Encodable {
    let number: Int64?
    let secret: String?
}
