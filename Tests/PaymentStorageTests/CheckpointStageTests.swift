import Testing

@testable import SQLiteDatabase

@Suite("When the log is copied, and by whom", .timeLimit(.minutes(5)))
struct CheckpointStageTests {
    /// What happens to a log that is copied from 80 pages on; 10 are few.
    enum Event {
        case committed(pages: Int, CheckpointStage.Action)
        case ended(copied: Int)
    }

    @Test(
        "the checkpointer copies a long log beside the writer, who waits for a short one",
        arguments: [
            [.committed(pages: 79, .nothing), .committed(pages: 80, .startCopyist)],
            // He who copies is let alone.
            [.committed(pages: 90, .startCopyist), .committed(pages: 319, .nothing)],
            // Writes that come faster than they are copied wait.
            [.committed(pages: 90, .startCopyist), .committed(pages: 320, .waitForCopyist)],
            [
                .committed(pages: 80, .startCopyist), .ended(copied: 80),
                .committed(pages: 90, .copyTheRest), .ended(copied: 90),
                .committed(pages: 2, .nothing), .committed(pages: 79, .nothing),
                .committed(pages: 81, .startCopyist),
            ],
            // Much came while he copied: he copies that too.
            [
                .committed(pages: 80, .startCopyist), .committed(pages: 200, .nothing),
                .ended(copied: 80), .committed(pages: 201, .startCopyist),
                .ended(copied: 201), .committed(pages: 202, .copyTheRest),
            ],
            // Those who read keep it from beginning again, so that a little is left each time.
            [
                .committed(pages: 80, .startCopyist), .ended(copied: 75),
                .committed(pages: 85, .copyTheRest), .ended(copied: 80),
                .committed(pages: 88, .copyTheRest), .ended(copied: 88),
                .committed(pages: 90, .copyTheRest),
            ],
            // Where no one can copy, for a reader or the disk, it is tried after some pages, not after each commit.
            [
                .committed(pages: 80, .startCopyist), .ended(copied: 0),
                .committed(pages: 90, .nothing), .committed(pages: 91, .startCopyist),
                .ended(copied: 0), .committed(pages: 101, .nothing),
                .committed(pages: 400, .startCopyist),
            ],
            // An end that comes late ends nothing.
            [.ended(copied: 80), .committed(pages: 80, .startCopyist)],
        ] as [[Event]])
    func stages(events: [Event]) {
        var stage = CheckpointStage(limit: 80)
        for event in events {
            switch event {
            case .committed(let pages, let action):
                #expect(stage.committed(pages: pages) == action, "\(pages) pages")
            case .ended(let copied): stage.ended(copied: copied)
            }
        }
    }
}
