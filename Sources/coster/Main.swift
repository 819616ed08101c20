import CosterCommands

/// The program; its commands are in CosterCommands.
@main
enum Main {
    static func main() async {
        await Coster.main()
    }
}
