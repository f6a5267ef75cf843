# what the checks of the program share; arguments of the check: program, source folder
# shellcheck shell=sh
program=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
passed=0 failed=0

# expect NAME CODE TEXT command…: the exit code, and a text in what is printed
expect() {
    name=$1 code=$2 text=$3
    shift 3
    "$@" >out 2>&1
    got=$?
    if [ $got -eq "$code" ] && grep -qF -- "$text" out; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name: exit code $got, expected $code with '$text':"
        head -20 out
    fi
}
holds() {
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
    fi
}
# until_it_hangs FILE PROCESS: a plug-in of these tests writes there that it hangs from now on
until_it_hangs() {
    while ! grep -qs 'hangs now' "$1" && is_alive "$2"; do
        sleep 0.05
    done
}
# is_alive PROCESS: not one that has ended and is only waited for
is_alive() { grep -qs '^State:[[:space:]]*[^ZX]' "/proc/$1/status"; }
# until_rows FILE PROCESS: the run has written rows of these results
until_rows() {
    while is_alive "$2"; do
        for part in "$1".*.part; do
            [ ! -s "$part" ] || return 0
        done
        sleep 0.05
    done
}
# stop NUMBER command…: ends the command by this signal when it is ready for it; its exit code. What it prints goes
# to `out`, what it says on standard error to `said`
stop() {
    number=$1
    shift
    "$@" >out 2>said &
    victim=$!
    # a run that no signal ends would fill the memory of the machine
    (sleep 120; kill -9 $victim) >/dev/null 2>&1 &
    watchdog=$!
    # until it is the program that catches the signal; its name and what it catches are read at once, as this shell,
    # which it was before, catches signal 2 too and then ignores it for what runs in the background
    while caught=$(awk '/^Name/ { name = $2 } /^SigCgt/ { print name == "multirate" ? $2 : 0 }' "/proc/$victim/status" 2>/dev/null) &&
        [ -n "$caught" ] && [ $((0x$caught >> (number - 1) & 1)) -eq 0 ]; do
        sleep 0.02
    done
    kill -"$number" $victim
    wait $victim
    code=$?
    kill $watchdog 2>/dev/null
    [ $code -eq 1 ] || cat out said
    return $code
}
# the last line, and the exit code
tell() {
    echo "$1: $passed passed, $failed failed"
    [ $failed -eq 0 ]
}
