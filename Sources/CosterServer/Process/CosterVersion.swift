/// The version of this program.
package enum CosterVersion {
    /// The release, by semantic versioning.
    package static let current = "0.1.0"
}
