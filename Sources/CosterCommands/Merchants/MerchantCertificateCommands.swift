import MerchantStorage
import AppleSimulator
import ArgumentParser
import CardVault
import CosterOperations
import CosterServer
import Foundation
import Merchants
import PaymentDomain
import PaymentStorage

/// `coster merchant csr`.
struct MerchantRequestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csr",
        abstract: "Create a key and print the certificate request for it, for Apple.",
        discussion: Examples.text(
            """
            Coster stores the private key encrypted and never prints it. Upload the request to Apple. In a sandbox, answer \
            it yourself with `coster simulator certificate`.
            """,
            ["coster merchant csr flowers > flowers.csr", "coster merchant csr flowers --identity"])
    )

    @Argument(help: "The merchant's name.")
    var name: String

    @Flag(help: "Create an RSA key of 2048 bits, for RSA_v1 tokens (China).")
    var rsa = false

    @Flag(
        name: .customLong("identity"),
        help: "Create it for a merchant identity certificate (Apple Pay on the web); always RSA.")
    var isIdentity = false

    @OptionGroup var options: AdministrationOptions

    func run() async throws {
        let administration = try await options.administration()
        let records = try await administration.records()
        let merchant = try administration.merchant(name, in: records)
        let vault = try await options.keyring(administration.store)
        try await vault.ensureKey(of: merchant.id)
        let request: CertificateRequest
        do {
            request = try CertificateRequest.make(
                algorithm: rsa || isIdentity ? .rsa : .ec,
                commonName: CertificateRequest.commonName(for: merchant.appleMerchantIdentifier))
        } catch {
            throw CosterFailure(
                .internalFault,
                "The key couldn't be created (\(error.code)). Run the command again.")
        }
        let new = NewCertificate(
            merchant: merchant.id, purpose: isIdentity ? .merchantIdentity : .paymentProcessing,
            algorithm: request.algorithm, publicKeyHash: request.publicKeyHash,
            sealedKey: try vault.seal(
                request.privateKey, publicKeyHash: request.publicKeyHash, of: merchant.id),
            answer: nil)
        _ = try await administration.quietly { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.add(new, by: office.actor, at: office.now)
        }
        // Standard output is the request alone, so that it can go into a file.
        print(request.pem, terminator: request.pem.hasSuffix("\n") ? "" : "\n")
        Operator.tell(
            "Upload this request to Apple: Certificates, Identifiers & Profiles; your merchant identifier; \(isIdentity ? "Apple Pay Merchant Identity" : "Apple Pay Payment Processing") Certificate. Then run: coster merchant certificate \(name) --import apple_pay.cer\(isIdentity ? " --identity" : "")"
        )
    }
}

/// `coster merchant certificate`.
struct MerchantCertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "Import Apple's certificate, or retire one.",
        discussion: Examples.text([
            "coster merchant certificate flowers --import apple_pay.cer",
            "coster merchant certificate flowers --import-p12 merchant.p12 --password-file password",
            "coster merchant certificate flowers --retire 1",
        ]))

    @Argument(help: "The merchant's name.")
    var name: String

    @Option(
        name: .customLong("import"),
        help:
            "The certificate from Apple, DER or PEM, for a request of this merchant or for the key of --import-p12."
    )
    var answer: String?

    @Option(
        name: .customLong("import-p12"), help: "A PKCS#12 file with a certificate and its key.")
    var pair: String?

    @Option(help: "A file with the password of the PKCS#12 file on its first line.")
    var passwordFile: String?

    @Option(help: "Retire the certificate with this number, and erase its key.")
    var retire: Int64?

    @Flag(help: "Retire it even if no other is left.")
    var last = false

    @Flag(
        name: .customLong("identity"),
        help: "The certificate is a merchant identity certificate (Apple Pay on the web).")
    var isIdentity = false

    @OptionGroup var options: AdministrationOptions

    func validate() throws {
        guard [answer != nil || pair != nil, retire != nil].count(where: { $0 }) == 1 else {
            throw ValidationError("Give either --import, --import-p12 or --retire.")
        }
        guard (pair != nil) == (passwordFile != nil) else {
            throw ValidationError("Give --import-p12 and --password-file together.")
        }
    }

    func run() async throws {
        let administration = try await options.administration()
        let records = try await administration.records()
        let merchant = try administration.merchant(name, in: records)
        let desk = CertificateImport(
            administration: administration, merchant: merchant, records: records,
            purpose: isIdentity ? .merchantIdentity : .paymentProcessing,
            issuers: try issuers())
        if let number = retire {
            try await administration.done { (office) async throws(AdministrationError) in
                try await office.store.merchantStore.retire(
                    certificate: number, of: merchant.id, evenTheLast: last, by: office.actor,
                    at: office.now)
            }
            print("Retired certificate \(number) and erased its key.")
        } else if let answer, pair == nil {
            let file = try Files.bytes(answer, limit: Files.keyLimit)
            print(try await desk.takeAnswer(file))
        } else if let pair, let passwordFile {
            let vault = try await options.keyring(administration.store)
            try await vault.ensureKey(of: merchant.id)
            let file = try Files.bytes(pair, limit: Files.keyLimit)
            let password = try Files.password(passwordFile)
            let certificate = try answer.map { try Files.bytes($0, limit: Files.keyLimit) }
            print(
                try await desk.takePair(
                    file, certificateFile: certificate, password: password, vault: vault))
        }
    }

    /// Apple's authorities and, if the data folder has a simulator, its own.
    private func issuers() throws(CosterFailure) -> CertificateIssuers {
        let folder = options.database.data
        guard FileManager.default.fileExists(atPath: folder + "/simulator") else { return .apple }
        do {
            let apple = try SimulatedAppleStore(directory: folder).apple()
            return try CertificateIssuers(known: [apple.intermediate.identity.certificateDER])
        } catch {
            throw CosterFailure(
                .configuration,
                "The simulator in \(folder) can't be used. To continue without it, move the folder \(folder)/simulator away."
            )
        }
    }
}
