# Reads sources, prints "file:line: what is wrong" and ends with 1 where something is. Started by check_rooms.

BEGIN {
  room_count = split(rooms, list, " ")
  for (i = 1; i <= room_count; i++) order_of_room[list[i]] = i
  count = split(free, list, " ")
  for (i = 1; i <= count; i++) is_free[list[i]] = 1
  math = "(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma|erf|erfc|tgamma|lgamma)[fl]?"
}

function complain(what) {
  print FILENAME ":" FNR ": " what
  bad++
}

# Which room a file or an include belongs to; "" where it is none.
function room_of(path, parts) {
  split(path, parts, "/")
  return parts[1] in order_of_room ? parts[1] : ""
}

FNR == 1 {
  files++
  in_comment = 0
  place = FILENAME
  sub(/\/.*/, "", place)
  rest = FILENAME
  if (place == "include") sub(/^include\/craton\//, "", rest)
  else sub(/^[a-z]+\//, "", rest)
  is_test = FILENAME ~ /_test\.(cpp|h)$/
  in_library = place == "src" || place == "include"
  room = in_library ? room_of(rest) : ""
  if (in_library && room == "" && rest ~ /\//) complain("lies in no room; rooms are: " rooms)
  order = room == "" ? room_count : order_of_room[room]
  json_from = order_of_room["recipe"]
}

/^[ \t]*#[ \t]*include/ {
  target = $0
  sub(/^[ \t]*#[ \t]*include[ \t]*/, "", target)
  quoted = target ~ /^"/
  sub(/^[<"]/, "", target)
  sub(/[>"].*$/, "", target)
  plain = target
  while (sub(/^\.\.?\//, "", plain)) climbs = 1
  if (place != "apps" && target ~ /^\.\.\//) complain("includes by climbing: \"" target "\"; write the path from src/")

  public = plain ~ /^craton\//
  inner = plain
  sub(/^(craton|src)\//, "", inner)
  wanted = (public || quoted || plain ~ /^src\//) ? room_of(inner) : ""

  if (in_library) {
    if (wanted != "" && order_of_room[wanted] > order) complain("room " room " includes " wanted ", which comes after it")
    if (!is_test && plain ~ /^(apps|bench|tests|reference)\//) complain("src includes " target)
    if (is_test && plain ~ /^(apps|bench)\//) complain("src includes " target)
    if (place == "include" && quoted) complain("installed header includes \"" target "\"; installed headers use <craton/…>")
    if (place == "include" && plain ~ /^(hwy|tbb|oneapi|nlohmann|cairo|pango|png)/) complain("installed header includes <" target ">")
    if (plain ~ /^nlohmann\// && order < json_from) complain("room " room " knows JSON; only recipe and later rooms do")
    if (!is_test && plain == "fstream" && room != "files") complain("room " room " opens files; only files/ does")
    if (plain ~ /^hwy\/contrib\/math/ && !(room in is_free)) complain("hwy/contrib/math gives other bits on other machines; use base/")
  } else if (!public && (wanted != "" || plain ~ /^src\//)) {
    complain(place "/ includes " target " of src/; it may use include/craton only")
  }
  next
}

{
  # What remains without comments, strings and characters.
  line = $0
  if (in_comment) {
    if (!match(line, /\*\//)) next
    line = substr(line, RSTART + 2)
    in_comment = 0
  }
  gsub(/\\./, "", line)
  gsub(/"[^"]*"/, "\"\"", line)
  gsub(/'[^' ]'/, "0", line)
  while (match(line, /\/\*/)) {
    start = RSTART
    tail = substr(line, start + 2)
    slashes = index(line, "//")
    if (slashes > 0 && slashes < start) break
    if (match(tail, /\*\//)) line = substr(line, 1, start - 1) " " substr(tail, RSTART + 2)
    else { line = substr(line, 1, start - 1); in_comment = 1 }
  }
  sub(/\/\/.*/, "", line)
  # g++ 12 makes weak symbols of templates over members of unnamed namespaces: two of one name become one.
  if (place == "src" && match(line, /^struct [A-Za-z0-9]+Params( |$)/)) {
    split(line, words, " ")
    if (words[2] in place_of_params && place_of_params[words[2]] != FILENAME)
      complain(words[2] " is also in " place_of_params[words[2]] "; the linker may take one for the other")
    place_of_params[words[2]] = FILENAME
  }
  if (!in_library || is_test || line ~ /^[ \t]*$/) next
  line = " " line

  if (line ~ /std::(cout|cerr|clog)/ || line ~ /[^A-Za-z0-9_](std::)?(v?f?printf|puts|fputs|putchar|perror)[ \t]*\(/ || line ~ /fmt::print/)
    complain("src prints; only apps/ do")
  if (room != "files" && (line ~ /[^A-Za-z0-9_]fopen[ \t]*\(/ || line ~ /std::[io]?fstream/))
    complain("room " room " opens files; only files/ does")

  if (line ~ /random_device/ || line ~ /[^A-Za-z0-9_]s?rand[ \t]*\(/ || line ~ /_distribution[^A-Za-z0-9_]/)
    complain("hidden or unportable randomness; use Seed and base/'s hashing")
  if (room in is_free) next
  if (line ~ ("std::" math "[ \t]*\\(") || line ~ ("[^A-Za-z0-9_>]::" math "[ \t]*\\(") || line ~ ("__builtin_" math "[ \t]*\\("))
    complain("a library function whose bits differ from machine to machine; use base/'s exact ones")
  if (line ~ /(Mul(Add|Sub|AddSub|SubAdd)|ApproximateReciprocal(Sqrt)?)[ \t]*\(/)
    complain("fused or approximate arithmetic; write separate + and * (or / and Sqrt)")
  if (line ~ /FP_CONTRACT[ \t]+(ON|DEFAULT)/ || line ~ /fast-math/)
    complain("floating-point contraction is off in world code")
}

END {
  if (bad) { print "check_rooms: " bad " violation" (bad > 1 ? "s" : "") > "/dev/stderr"; exit 1 }
  print files " files keep the rules of the rooms"
}
