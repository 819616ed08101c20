import Foundation
import Testing
import WipingHeap

#if canImport(Glibc)
    import Glibc
#endif

/// In processes of their own: whoever wipes once, wipes for ever.
@Suite("Freed memory of a server is overwritten", .timeLimit(.minutes(5)))
struct WipingHeapTests {
    private static let sizes = [24, 64, 500, 4_096, 100_000]
    private static let mark: UInt8 = 0xA5

    @Test("a freed block holds nothing of its content")
    func freedBlocks() async {
        await #expect(processExitsWith: .success) {
            coster_wipe_freed_memory()
            for size in Self.sizes { try Self.expectWiped(size) { free($0) } }
        }
    }

    @Test("nor does the block that realloc moved away from, and what moved is whole")
    func movedBlocks() async {
        await #expect(processExitsWith: .success) {
            coster_wipe_freed_memory()
            for size in Self.sizes {
                try Self.expectWiped(size) { block in
                    let moved = try #require(realloc(block, size * 3))
                    #expect(moved != block)
                    let bytes = UnsafeRawBufferPointer(start: moved, count: size)
                    #expect(bytes.allSatisfy { $0 == Self.mark })
                    free(moved)
                }
            }
        }
    }

    @Test("the end that realloc cuts off is overwritten, and the start is whole")
    func shortenedBlocks() async {
        await #expect(processExitsWith: .success) {
            coster_wipe_freed_memory()
            for size in Self.sizes {
                let block = try #require(malloc(size))
                memset(block, Int32(Self.mark), size)
                let kept = size * 3 / 4
                let shorter = try #require(realloc(block, kept))
                #expect(shorter == block)
                let bytes = UnsafeRawBufferPointer(start: shorter, count: size)
                #expect(bytes.prefix(kept).allSatisfy { $0 == Self.mark })
                #expect(bytes.dropFirst(kept).allSatisfy { $0 == 0 })
                let least = try #require(realloc(shorter, 1))
                #expect(least.load(as: UInt8.self) == Self.mark)
                free(least)
            }
        }
    }

    @Test("a block of no bytes, no block at all, and too many bytes are what they always were")
    func edges() async {
        await #expect(processExitsWith: .success) {
            coster_wipe_freed_memory()
            free(nil)
            let block = try #require(realloc(nil, 10))
            #expect(realloc(block, 0) == nil)
            let other = try #require(malloc(16))
            memset(other, Int32(Self.mark), 16)
            #expect(reallocarray(other, Int.max, 4) == nil)
            #expect(errno == ENOMEM)
            // It was not freed.
            #expect(other.load(as: UInt8.self) == Self.mark)
            free(other)
        }
    }

    @Test("memory that Swift, Foundation and aligned allocation free goes the same way")
    func swift() async {
        await #expect(processExitsWith: .success) {
            coster_wipe_freed_memory()
            let text = "4012888888881881".utf8
            var addresses: [UnsafeRawPointer] = []
            do {
                let array = [UInt8](repeating: 0, count: 100) + Array(text)
                array.withUnsafeBytes { addresses += $0[100...].startAddress }
                let data = Data(array)
                data.withUnsafeBytes { addresses += $0[100...].startAddress }
                let aligned = UnsafeMutableRawPointer.allocate(byteCount: 512, alignment: 256)
                aligned.initializeMemory(as: UInt8.self, repeating: Self.mark, count: 512)
                addresses.append(UnsafeRawPointer(aligned) + 100)
                aligned.deallocate()
            }
            for address in addresses {
                let left = UnsafeRawBufferPointer(start: address, count: 16)
                #expect(!left.elementsEqual(text))
                #expect(left.contains { $0 != Self.mark })
            }
        }
    }

    @Test("until it is asked to, the heap is as it was")
    func notYet() async {
        await #expect(processExitsWith: .success) {
            #expect(!coster_wipes_freed_memory())
            coster_wipe_freed_memory()
            #expect(coster_wipes_freed_memory())
        }
    }

    /// Fills a block, lets it go, and looks at what lies there; the heap keeps its own notes in the first bytes.
    private static func expectWiped(
        _ size: Int, _ letGo: (UnsafeMutableRawPointer) throws -> Void
    ) throws {
        let notes = 48
        let block = try #require(malloc(size))
        // A neighbour keeps the heap from joining the block with what is behind it.
        let neighbour = malloc(size)
        memset(block, Int32(mark), size)
        try letGo(block)
        let left = UnsafeRawBufferPointer(start: block, count: size).dropFirst(notes)
        #expect(left.allSatisfy { $0 == 0 }, "\(size)")
        free(neighbour)
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Where it begins, or nothing where there is nothing.
    fileprivate var startAddress: [UnsafeRawPointer] {
        [UnsafeRawBufferPointer(rebasing: self).baseAddress].compactMap { $0 }
    }
}
