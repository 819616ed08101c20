import AppleSimulator
import ArgumentParser
import CosterServer

/// `coster simulator`: Apple's developer site, as far as a merchant needs it.
struct SimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulator",
        abstract: "Issue certificates as Apple does, or print the simulator's own.",
        discussion: Examples.text(
            "Certificates and tokens of the simulator work only with a sandbox server.",
            ["coster simulator root > root.pem"]),
        subcommands: [
            SimulatorCertificateCommand.self, SimulatorActivateCommand.self,
            SimulatorRootCommand.self, SimulatorIssuerCommand.self,
        ])
}

/// The simulator of a data folder.
struct SimulatorOptions: ParsableArguments {
    @Option(help: "The data folder with the simulator. [env: COSTER_DATA]")
    var data = CommandSettings.data

    /// The store, which is created in a folder that has none.
    func store() throws(CosterFailure) -> SimulatedAppleStore {
        let folder = DataFolder(data)
        try folder.requireFolder(hasSimulator: true)
        return SimulatedAppleStore(directory: folder.path)
    }

    func apple() throws(CosterFailure) -> SimulatedApple {
        let store = try store()
        do {
            return try store.apple()
        } catch {
            throw SimulatorSentence.failure(error)
        }
    }
}

/// `coster simulator activate`: has devices use a merchant's new certificate.
struct SimulatorActivateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate",
        abstract: "Make tokens for a newer certificate from now on.",
        discussion: Examples.text(
            "Import the certificate first: until then Coster can't decrypt its tokens.",
            ["coster simulator activate --apple-merchant-id merchant.com.example.flowers"]))

    @OptionGroup var simulator: SimulatorOptions

    @Option(name: .customLong("apple-merchant-id"), help: "The Apple merchant identifier.")
    var appleMerchantID: String

    @Option(help: "The certificate, PEM or DER. (default: the newest)")
    var certificate: String?

    func run() async throws {
        try SandboxMerchant.requireOther(appleMerchantID)
        let store = try simulator.store()
        let file = try certificate.map { try Files.bytes($0, limit: Files.keyLimit) }
        do {
            try store.activate(
                try file.map { try SimulatedCertificate($0) }, of: appleMerchantID)
        } catch SimulatorError.badCertificate where file == nil {
            throw CosterFailure(
                .badInput,
                "The simulator has no payment processing certificate for \(appleMerchantID) (\(SimulatorError.badCertificate.code)). To issue one, run: coster simulator certificate --request FILE --apple-merchant-id \(appleMerchantID)"
            )
        } catch let error as SimulatorError {
            throw SimulatorSentence.failure(error)
        }
        Operator.tell(
            "The simulator now makes tokens for this certificate of \(appleMerchantID).")
    }
}

/// `coster simulator root`: what `--root` takes.
struct SimulatorRootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "root", abstract: "Print the root that signs the simulator's tokens, as PEM.",
        discussion: Examples.text(["coster simulator root > root.pem"]))

    @OptionGroup var simulator: SimulatorOptions

    func run() async throws {
        print(try simulator.apple().rootPEM)
    }
}

/// `coster simulator issuer`: who signs the certificates that the simulator issues.
struct SimulatorIssuerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issuer",
        abstract: "Print the certificate of the simulator's issuer, as PEM.",
        discussion: Examples.text(["coster simulator issuer > issuer.pem"]))

    @OptionGroup var simulator: SimulatorOptions

    func run() async throws {
        print(try simulator.apple().intermediate.identity.certificatePEM)
    }
}
