import Testing

@testable import SQLiteBooks

@Suite("When the log is copied, and by whom")
struct LogStageTests {
    /// What happens to a log that is copied from 10 pages on.
    enum Event {
        case committed(pages: Int, LogStage.Action)
        case copyistEnded
    }

    @Test(
        "the copyist copies a long log, and the writer what has come since, until it begins anew",
        arguments: [
            [.committed(pages: 9, .nothing), .committed(pages: 10, .startCopyist)],
            // He who copies is let alone.
            [.committed(pages: 12, .startCopyist), .committed(pages: 39, .nothing)],
            // Writes that come faster than they are copied wait.
            [.committed(pages: 12, .startCopyist), .committed(pages: 40, .waitForCopyist)],
            [
                .committed(pages: 10, .startCopyist), .copyistEnded,
                .committed(pages: 12, .copyTheRest), .committed(pages: 2, .nothing),
                .committed(pages: 9, .nothing), .committed(pages: 11, .startCopyist),
            ],
            // A reader keeps it from beginning anew: what is long again is the copyist's again.
            [
                .committed(pages: 10, .startCopyist), .copyistEnded,
                .committed(pages: 19, .copyTheRest), .committed(pages: 20, .startCopyist),
                .copyistEnded, .committed(pages: 29, .copyTheRest),
            ],
            // An end that comes late ends nothing.
            [.copyistEnded, .committed(pages: 10, .startCopyist)],
        ] as [[Event]])
    func stages(events: [Event]) {
        var stage = LogStage(limit: 10)
        for event in events {
            switch event {
            case .committed(let pages, let action):
                #expect(stage.committed(pages: pages) == action, "\(pages) pages")
            case .copyistEnded: stage.copyistEnded()
            }
        }
    }
}
