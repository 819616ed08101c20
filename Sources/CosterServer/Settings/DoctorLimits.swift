/// The limits of `coster doctor`, and where its warnings begin.
package enum DoctorLimits {
    /// The longest name of a place in a finding, in characters.
    static let subjectCharacters = 300
    /// The largest configuration file, in bytes.
    static let configurationBytes = 1 << 20
    /// The most files of the data folder that are looked at.
    package static let files = 10_000
    /// The most files that are named for one thing that is wrong with them.
    package static let namedFiles = 5
    /// How many seconds the clock may be behind the database: another server may write while we read.
    package static let clockSeconds: Int64 = 60
    /// After how many days Apple's answer to a request is missed.
    package static let answerDays: Int64 = 14
    /// Less free space than this is little, in bytes: 1 GB.
    package static let littleSpace: UInt64 = 1_000_000_000
    /// Less free space than this share of the disk is little, in hundredths.
    package static let littleSpaceHundredths: UInt64 = 5
    /// How long each line's host is waited for.
    package static let line = Duration.seconds(5)
    /// After how many seconds without a success an endpoint is named.
    package static let failingSeconds: Int64 = 3_600
    /// How many connections to a database are opened.
    package static let connections = 2
    /// How many of the newest administrative acts are verified; `coster audit` verifies all.
    package static let acts = 50
    /// How old a signature may be for the steps behind its age to be looked at, in seconds: a hundred years.
    package static let anyAgeSeconds: Int64 = 100 * 366 * 86_400
}
