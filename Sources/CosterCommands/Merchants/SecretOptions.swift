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
            "A file with a secret of your own on its first line (- for standard input); else one is made and shown once."
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
            return (.keyed(vault.secretCode(of: Array(made.text.utf8))), made.text)
        }
        let chosen = String(decoding: try Files.password(secretFile), as: UTF8.self)
        let room = ClientNames.roomForSecret(in: dialect)
        guard chosen.utf8.count <= room else {
            throw CosterFailure(
                .badInput,
                "A secret for \(dialect) has at most \(room) characters; choose a shorter one.")
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
    func show(_ secret: String?, number: Int64?) throws(CosterFailure) {
        let which = number.map { "secret \($0)" } ?? "secret"
        guard let secret else {
            return Operator.tell("\(which) of \(client.name) for \(dialect) is kept as a slow hash")
        }
        Operator.tell("\(which) of \(client.name) for \(dialect); it is shown this once:")
        print(secret)
        guard StandardStreams.haveTakenAll() else {
            throw CosterFailure(
                .internalFault,
                "The secret could not be written to standard output, so that nobody has it, although it is kept. Give the client another with coster merchant credential rotate, and end \(which) with coster merchant credential revoke."
            )
        }
    }
}
