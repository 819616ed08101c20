# What the scripts of this folder use. Each runs the examples of help pages in an empty folder, as the pages print them.

# exits STATUS COMMAND...: runs a command that ends with another status than 0.
exits() {
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    [ "$status" = "$wanted" ] || { echo "exit status $status, expected $wanted: $*" >&2; exit 1; }
}

# shows TEXT COMMAND...: runs a command that doesn't end, until it has printed a text.
shows() {
    local text=$1 process
    shift
    # The text of the one before would be found at once.
    rm -f shown
    : > shown
    "$@" > shown & process=$!
    until grep -q "$text" shown; do kill -0 "$process"; sleep 0.1; done
    kill "$process"
    wait "$process" || [ $? = 143 ]
}
