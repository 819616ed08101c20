// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import UIKit

/// SwiftUI makes the contexts in an app, a test here.
@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public init(coordinator: Representable.Coordinator) { self.coordinator = coordinator }
}

@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<
    Representable: UIViewControllerRepresentable
> {
    public let coordinator: Representable.Coordinator
    public init(coordinator: Representable.Coordinator) { self.coordinator = coordinator }
}

@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == EmptyView {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ view: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
}

@MainActor @preconcurrency
public protocol UIViewControllerRepresentable: View where Body == EmptyView {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>
    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ controller: UIViewControllerType, context: Context)
    func makeCoordinator() -> Coordinator
}

extension UIViewRepresentable {
    public var body: EmptyView { EmptyView() }
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

extension UIViewControllerRepresentable {
    public var body: EmptyView { EmptyView() }
}

extension UIViewControllerRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

@MainActor @preconcurrency
public protocol Scene {}

public struct WindowGroup: Scene {
    public init(@ViewBuilder content: () -> some View) {}
}

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    /// Makes the scene once. There is no screen to show it on.
    public static func main() { _ = Self().body }
}
