import AppleSimulator
import ArgumentParser
import CosterServer

/// `coster simulator`: Apple's developer site, as far as a merchant needs it.
struct SimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulator",
        abstract: "Have the simulator answer a certificate request, or print its certificates.",
        discussion: """
            What the simulator issues works in a sandbox and nowhere else: a server trusts it only when it is told to.
            """,
        subcommands: [
            SimulatorCertificateCommand.self, SimulatorActivateCommand.self,
            SimulatorRootCommand.self, SimulatorIssuerCommand.self,
        ])
}

/// The simulator of a data folder.
struct SimulatorOptions: ParsableArguments {
    @Option(help: "The data folder with the simulator.")
    var data = CommandSettings.data

    /// The store, in a folder that is created if it is missing.
    func store() throws(CosterFailure) -> SimulatedAppleStore {
        let folder = DataFolder(data)
        try folder.create()
        return SimulatedAppleStore(directory: folder.path)
    }

    /// Its Apple.
    func apple() throws(CosterFailure) -> SimulatedApple {
        do {
            return try store().apple()
        } catch let error as SimulatorError {
            throw SimulatorSentence.failure(error)
        } catch {
            throw CosterFailure(.configuration, "The data folder \(data) cannot be used.")
        }
    }
}

/// `coster simulator activate`: has devices use a merchant's new certificate.
struct SimulatorActivateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate",
        abstract: "Have devices make their tokens for a newer certificate from now on.",
        discussion: "Import the certificate first: until then its tokens do not open.")

    @OptionGroup var simulator: SimulatorOptions

    @Option(name: .customLong("apple-merchant-id"), help: "The Apple merchant identifier.")
    var appleMerchantID: String

    @Option(help: "The certificate, PEM or DER. [the newest]")
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
                "The simulator has issued no payment processing certificate for \(appleMerchantID) yet; have it answer a request with coster simulator certificate. (\(SimulatorError.badCertificate.code))"
            )
        } catch let error as SimulatorError {
            throw SimulatorSentence.failure(error)
        }
        Operator.tell(
            "Devices make their tokens for this certificate of \(appleMerchantID) from now on.")
    }
}

/// `coster simulator root`: what `--root` takes.
struct SimulatorRootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "root", abstract: "Print the root that signs the simulator's tokens, as PEM.")

    @OptionGroup var simulator: SimulatorOptions

    func run() async throws {
        print(try simulator.apple().rootPEM)
    }
}

/// `coster simulator issuer`: who signs the certificates that the simulator issues.
struct SimulatorIssuerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issuer",
        abstract: "Print the authority that issues the simulator's certificates, as PEM.")

    @OptionGroup var simulator: SimulatorOptions

    func run() async throws {
        print(try simulator.apple().intermediate.identity.certificatePEM)
    }
}
