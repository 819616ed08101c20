# Lists the members of an Objective-C header with one declaration a line, as the compiler generates it.
#
#   InstaMed +canSubmitPaymentRequest:       a method
#   CCCAPI -endpoint                         a property's getter, with -setEndpoint: unless it is read-only
#   CCCDelegate ?didCancelPaymentController: an optional method of a protocol
#   InstaMed :NSObject                       a superclass
#
#   CCC_LuhnCheck ()                         a C function
#   CCCAPIErrorDomain =                      a constant text
#   CCCCardIssuer CCCCardIssuerNone=0        a number of an enumeration
#
# What is unavailable, and every class's init, is left out.
/^SWIFT_EXTERN .*\(/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/^.*[^A-Za-z0-9_]/, "", name)
    print name " ()"
    name = ""
}
/^static NSString \* _Nonnull const / { print $6 " =" }
/^typedef SWIFT_ENUM(_NAMED)?\(/ { enumeration = $3; sub(/,$/, "", enumeration) }
/^};/ { enumeration = "" }
enumeration != "" && /^  [A-Za-z]/ { number = $NF; sub(/,$/, "", number); print enumeration " " $1 "=" number }
/^@(interface|protocol) / {
    optional = 0
    name = $2
    sub(/[;:<(].*/, "", name)
    if ($0 ~ /^@protocol .*;$/) next
    if ($0 ~ /^@interface [A-Za-z0-9_]+(<[^>]*>)? :/) {
        parent = $0
        sub(/^[^:]*: */, "", parent)
        sub(/[^A-Za-z0-9_].*/, "", parent)
        print name " :" parent
    }
    next
}
/^@optional/ { optional = 1 }
/^@required/ { optional = 0 }
/^@end/ { name = "" }
name == "" { next }
/SWIFT_UNAVAILABLE/ { next }
/^(SWIFT_CLASS_PROPERTY\()?@property/ {
    sign = /[(,] *class[,)]/ ? "+" : "-"
    property = $0
    sub(/\)?;\)?.*$/, "", property)
    getter = property
    sub(/^.*[^A-Za-z0-9_]/, "", getter)
    capital = toupper(substr(getter, 1, 1)) substr(getter, 2)
    if (match(property, /getter=[A-Za-z0-9_]+/)) getter = substr(property, RSTART + 7, RLENGTH - 7)
    print name " " sign getter
    if (property !~ /[(,] *readonly[,)]/) print name " " sign "set" capital ":"
    next
}
/^[-+] *\(/ {
    sign = optional ? "?" : substr($0, 1, 1)
    depth = 0
    plain = ""
    for (i = 2; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (c == "(") depth++
        if (depth == 0) plain = plain c
        if (c == ")") depth--
    }
    sub(/;.*/, "", plain)
    sub(/ (SWIFT|OBJC)_.*/, "", plain)
    count = split(plain, words, " ")
    selector = ""
    for (i = 1; i <= count; i++)
        if (words[i] ~ /:/) selector = selector substr(words[i], 1, index(words[i], ":"))
    if (selector == "") selector = words[1]
    if (selector != "init") print name " " sign selector
}
