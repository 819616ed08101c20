// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

public struct Text: SystemView {
    public init(_ text: some StringProtocol) {}
}

public struct Spacer: SystemView {
    public init() {}
}

public struct Label: SystemView {
    public init(_ title: some StringProtocol, systemImage: String) {}
}

public struct HStack: SystemView {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> some View) {}
}

public struct VStack: SystemView {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> some View) {}
}

public struct List: SystemView {
    public init(@ViewBuilder content: () -> some View) {}
}

public struct Section: SystemView {
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> some View) {}
}

public struct TabView: SystemView {
    public init(@ViewBuilder content: () -> some View) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable>: SystemView {
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> some View
    ) {}
}

public struct Picker<Selection: Hashable>: SystemView {
    public init(
        _ title: some StringProtocol, selection: Binding<Selection>,
        @ViewBuilder content: () -> some View
    ) {}
}

public struct Button: SystemView {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

@propertyWrapper
public struct Binding<Value> {
    let get: () -> Value
    let set: (Value) -> Void

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    public var projectedValue: Binding<Value> { self }
}

@propertyWrapper
public struct State<Value> {
    private final class Storage {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let storage: Storage

    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.value = newValue }
    }
    public var projectedValue: Binding<Value> {
        let storage = storage
        return Binding(get: { storage.value }, set: { storage.value = $0 })
    }
}
