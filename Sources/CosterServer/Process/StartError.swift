import PaymentDomain
import Gateway
import PaymentEngine

#if canImport(Glibc)
    import Glibc
#endif

/// Why a server doesn't start.
enum StartError: OperationError {
    case addressInUse(HostAndPort, holder: Int32?)
    case addressElsewhere(HostAndPort)
    case addressForbidden(HostAndPort)
    case cannotListen(HostAndPort)
    case unknownHost(HostAndPort)
    case badCertificate(path: String)
    case badKey(path: String)
    case keyMismatch(path: String)
    case tlsKeyOpen(path: String)
    case folderWritable(path: String)
    case tooFewFiles(allowed: UInt, needed: UInt)
    case cannotRecover(StoreError)
    case acquirerUnusable(folder: String)
    case simulatorUnusable(code: String)
    case notSetUp(folder: String)
    case noLiveLine
    case sandboxWithLiveLine
    case databaseOfSandbox

    /// The reason why a gateway doesn't run.
    init(_ error: GatewayError, _ settings: ServerSettings) {
        let address = settings.listen
        let (certificate, key) = (settings.tlsCertificateFile ?? "", settings.tlsKeyFile ?? "")
        self =
            switch error {
            case .cannotListen(EADDRINUSE):
                .addressInUse(address, holder: PortHolder.process(on: address.port))
            case .cannotListen(EADDRNOTAVAIL): .addressElsewhere(address)
            case .cannotListen(EACCES): .addressForbidden(address)
            case .cannotListen: .cannotListen(address)
            case .unknownHost: .unknownHost(address)
            case .badCertificate: .badCertificate(path: certificate)
            case .badKey: .badKey(path: key)
            case .keyMismatch: .keyMismatch(path: key)
            }
    }

    var exit: CosterExit {
        switch self {
        case .cannotRecover(.corrupt): .internalFault
        default: .configuration
        }
    }

    var message: String {
        switch self {
        case .addressInUse(let address, let holder):
            "Port \(address.port) is already in use\(holder.map { " by PID \($0)" } ?? ""). Stop that process, or choose another port with --listen."
        case .addressElsewhere(let address):
            "\(address.host) isn't an address of this machine. Choose one with --listen, for example 127.0.0.1:8080."
        case .addressForbidden(let address):
            "This account may not use port \(address.port). Choose a port from 1024 with --listen."
        case .cannotListen(let address):
            "The server can't listen on \(address). Choose another address with --listen."
        case .unknownHost(let address):
            "The host \(address.host) is unknown. Choose an address of this machine with --listen, for example 127.0.0.1:8080."
        case .badCertificate(let path):
            "The TLS certificate \(path) is missing, can't be read, or isn't PEM. Check tls-certificate-file."
        case .badKey(let path):
            "The TLS key \(path) is missing, can't be read, isn't PEM, or has a password. Check tls-key-file."
        case .keyMismatch(let path):
            "The TLS key \(path) doesn't belong to the certificate. Set tls-key-file to the certificate's own key."
        case .tlsKeyOpen(let path):
            "Other accounts can read the TLS key \(path) (\(FindingKind.tlsKeyOpen.rawValue)). Run: chmod 600 \(path)"
        case .folderWritable(let path):
            "Other accounts can write to the data folder \(path) (\(FindingKind.folderWritable.rawValue)). Run: chmod 700 \(path)"
        case .tooFewFiles(let allowed, let needed):
            "The system allows \(allowed) open files, but max-connections and the other limits need \(needed). Raise ulimit -n (LimitNOFILE= of systemd), or lower max-connections."
        case .cannotRecover(.corrupt):
            "The database is damaged and can't be recovered (corrupt). Run `coster audit` to see what is damaged."
        case .cannotRecover(let error):
            "The database can't be recovered after the last stop (\(error.rawValue)). Check the data folder's owner and free space."
        case .acquirerUnusable(let folder):
            "The sandbox acquirer's database in \(folder) can't be opened. Check the folder's owner and free space."
        case .notSetUp(let folder):
            "There is no database in \(folder). To try Coster, add --sandbox. For live payments, run `coster keys init --file master.key`, set COSTER_MASTER_KEY_FILE to that file, and run `coster migrate`."
        case .sandboxWithLiveLine:
            "This database has a live line to an acquirer, so no sandbox starts on it. Omit --sandbox, or use another data folder or database."
        case .databaseOfSandbox:
            "A sandbox has used this database, and its tokens may have come from the simulator. Set up another data folder or database for live payments."
        case .noLiveLine:
            "No live line to an acquirer is set up (\(FindingKind.lineMissing.rawValue)). Create one with `coster line create`, and choose it with `coster route set`."
        case .simulatorUnusable(let code):
            "The simulator's files in the data folder can't be used (\(code)). Check the owner of the folder `simulator`."
        }
    }
}
