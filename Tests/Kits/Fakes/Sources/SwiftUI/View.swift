// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

@_exported import Foundation

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

public struct EmptyView: View {
    nonisolated public init() {}
    public var body: EmptyView { self }
}

/// A view whose content is drawn by the system.
public protocol SystemView: View where Body == EmptyView {}

extension SystemView {
    public var body: EmptyView { EmptyView() }
}

public struct TupleView<Content>: SystemView {}

public enum ConditionalContent<First: View, Second: View>: SystemView {
    case first(First), second(Second)
}

extension Optional: View where Wrapped: View {
    public var body: EmptyView { EmptyView() }
}

@MainActor
@resultBuilder
public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { TupleView() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> ConditionalContent<First, Second> { .first(first) }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> ConditionalContent<First, Second> { .second(second) }
}

extension View {
    public func frame(height: CGFloat?) -> some View { self }
    public func padding(_ length: CGFloat? = nil) -> some View { self }
    public func disabled(_ disabled: Bool) -> some View { self }
    public func accessibilityIdentifier(_ identifier: String) -> some View { self }
    public func tag<Value: Hashable>(_ tag: Value) -> some View { self }
    public func tabItem(@ViewBuilder _ label: () -> some View) -> some View { self }
    public func ignoresSafeArea() -> some View { self }
}
