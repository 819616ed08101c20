// An app's one import line brings the members that the classes inherit.
@_exported import CosterCardPages
