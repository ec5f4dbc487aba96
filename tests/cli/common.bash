# Shared by the tests of the command; each runs in an empty folder of its own. CRATON is the path of the program.
set -u
: "${CRATON:?set CRATON to the path of the craton program}"
CRATON=$(realpath "$CRATON")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/work" && cd "$folder/work" || exit 1
failures=0

fail() {
  echo "FAIL: $*" >&2
  failures=$((failures + 1))
}

finish() {
  if [ "$failures" -gt 0 ]; then
    echo "$failures failure(s)" >&2
    exit 1
  fi
  echo "ok"
}

craton() { "$CRATON" "$@"; }

# refuses TEXT ARGS…: exit code 2, exactly one line on stderr that holds TEXT, nothing on stdout, no file made.
refuses() {
  local text=$1 before after code
  shift
  before=$(ls -A)
  "$CRATON" "$@" >../stdout 2>../stderr
  code=$?
  after=$(ls -A)
  [ "$code" -eq 2 ] || fail "craton $*: exit code $code, not 2"
  [ "$(wc -l <../stderr)" -eq 1 ] || fail "craton $*: not one line on stderr: $(cat ../stderr)"
  grep -q '^craton: ' ../stderr || fail "craton $*: the line does not start with 'craton: '"
  grep -qF -- "$text" ../stderr || fail "craton $*: expected \"$text\" in: $(cat ../stderr)"
  [ -s ../stdout ] && fail "craton $*: wrote to stdout: $(cat ../stdout)"
  [ "$before" = "$after" ] || fail "craton $*: files changed: $after"
}

# succeeds ARGS…: exit code 0 and nothing on stderr; stdout goes through.
succeeds() {
  local errors code
  errors=$("$CRATON" "$@" 2>&1 >/dev/null)
  code=$?
  [ "$code" -eq 0 ] || fail "craton $*: exit code $code: $errors"
  [ -z "$errors" ] || fail "craton $*: wrote to stderr: $errors"
}

same() { [ "$1" = "$2" ] || fail "$3: \"$1\" is not \"$2\""; }
