/// Why a change of lines or routes is refused. It holds nothing that was entered.
package enum LineFault: String, Error, Sendable, Hashable, CaseIterable {
    /// Not a name for a line.
    case badLineName = "bad-line-name"
    /// Not an address of an acquirer.
    case badAddress = "bad-line-address"
    /// The acquirer's test host for a live line, or its live host for a test line.
    case addressOfOtherMode = "line-address-of-other-mode"
    /// A user or a report group that the kind has no room for.
    case badField = "bad-line-field"
    /// An option that lines of another kind have.
    case optionOfOtherKind = "line-option-of-other-kind"
    /// No hosts of an acquirer, or not so many links.
    case badLineHosts = "bad-line-hosts"
    /// A profile with a mistake.
    case badLineProfile = "bad-line-profile"
    /// A currency that the kind can't name an amount of.
    case badLineCurrency = "bad-line-currency"
    /// A secret that is empty, too long, or holds other than printable ASCII.
    case badLineSecret = "bad-line-secret"
    /// No client certificate with its private key in PEM.
    case badLineIdentity = "bad-line-client-certificate"
    /// No certificates in PEM.
    case badRoots = "bad-line-roots"
    /// The line's name is taken.
    case lineExists = "line-exists"
    /// There is no such line.
    case lineUnknown = "line-unknown"
    /// The line's row can't be read.
    case lineUnreadable = "line-unreadable"
    /// A route or a payment names the line.
    case lineInUse = "line-in-use"
    /// The overlap of the previous secret has ended, or there was none.
    case noPreviousSecret = "no-previous-line-secret"
    /// A route of a live merchant names a test line, or one of a sandbox a live line.
    case lineOfOtherMode = "line-of-other-mode"
    /// A rule for one currency names a line of another.
    case lineOfOtherCurrency = "line-of-other-currency"
    /// Two lines of different currencies at which the merchant has one number.
    case numberOfTwoCurrencies = "merchant-number-of-two-currencies"

    /// A stable code for scripts and the audit log.
    package var code: String { rawValue }

    /// The fault, and what to do next.
    package var sentence: String {
        switch self {
        case .badLineName:
            "Invalid line name. Use 1 to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or digit."
        case .badAddress:
            "Invalid address. Use https://, a host, perhaps a port, and a path, for example https://acquirer.example/payments."
        case .addressOfOtherMode:
            "The address is the acquirer's host for the other mode. Leave out --address to use the host for this mode."
        case .badField:
            "Invalid field. For worldpay, use printable ASCII with single spaces: at most 20 characters for the user, 25 for the report group. For cybersource, the user is a merchant ID of at most 30 characters, and there is no report group."
        case .optionOfOtherKind:
            "The option isn't one of this kind of line. Worldpay and cybersource have an address and a user, iso8583 has hosts, links and a profile."
        case .badLineHosts:
            "Invalid hosts or links. Give one to four different hosts as HOST:PORT, for example acquirer.example:5000, with 1 to 16 links each."
        case .badLineProfile:
            "The profile can't be used. Give a JSON file of at most 32 kB in ASCII. For an example, run `coster line profile spec87-ascii`."
        case .badLineCurrency:
            "This kind of line has no such currency. Use three letters of ISO 4217, for example USD. Worldpay needs two decimals, cybersource none or two."
        case .badLineSecret:
            "Invalid secret. For worldpay, write 1 to 20 printable ASCII characters, with single spaces, on the first line of the file. For cybersource, write the key's ID, a space and the shared secret there."
        case .badLineIdentity:
            "The secret file's client certificate can't be used. Behind the secret's line, if any, give the certificate, its chain and its private key without a passphrase: PEM, at most 16 kB, still valid."
        case .badRoots:
            "The roots file has no usable certificate. Give a PEM file of at most 16 kB."
        case .lineExists: "A line with this name exists already. Choose another name."
        case .lineUnknown: "No line has this name. To see all names, run `coster line list`."
        case .lineUnreadable:
            "The line's row in the database can't be read. If a newer version of Coster wrote it, run that version; else restore a backup."
        case .lineInUse:
            "A route names this line, or a payment went over it. Change the routes with `coster route set`; payments keep their line."
        case .noPreviousSecret:
            "The line has no previous secret, or its overlap has ended. Run `coster line rotate` with the secret in a file."
        case .lineOfOtherCurrency:
            "A line has one currency, and a rule for another one names it. Name a line of the rule's currency."
        case .numberOfTwoCurrencies:
            "The merchant has the same number at lines of different currencies, but the acquirer has one currency for each number. Name one line's own number in merchant_numbers."
        case .lineOfOtherMode:
            "A live merchant uses live lines alone, a sandbox test lines alone. Name such a line, or add --sandbox if only sandbox servers use this database."
        }
    }
}
