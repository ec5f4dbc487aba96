#!/usr/bin/env bash
# make --frames: pictures of how a world came to be, as frames, as an animated PNG and, with ffmpeg, as an MP4.
. "$(dirname "$(realpath "$0")")/common.bash"
mkdir bare && ln -s "$(command -v env)" bare/env
cat >hills.json <<'END'
{
  "craton": 1, "world": "map", "domain": {"kind": "torus", "width": 48, "height": 32, "step": 100}, "seed": 7,
  "stages": [
    {"stage": "noise", "id": "hills", "scale": 500, "noise": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.0005}}},
    {"stage": "droplets", "id": "rain", "rounds": 40, "steps": 8},
    {"stage": "lakes"}
  ]
}
END
number_at() { printf '%d' "0x$(od -An -tx1 -j"$2" -N4 "$1" | tr -d ' \n')"; }

# Without ffmpeg: 1 of hills, 5 of the rain, 1 of the lakes, 1 of the world.
PATH="$PWD/bare" "$CRATON" make hills.json --frames film --frames-a-stage 5 --no-pictures -o world >out.txt 2>err.txt || fail "no film: $(cat err.txt)"
[ -s err.txt ] && fail "wrote to stderr: $(cat err.txt)"
grep -q '^film: 8 frames, film.png; no film.mp4: ffmpeg is not on the PATH$' out.txt || fail "what was made is not told: $(tail -1 out.txt)"
same "$(cd film && echo *)" "film.png frame_0001.png frame_0002.png frame_0003.png frame_0004.png frame_0005.png frame_0006.png frame_0007.png frame_0008.png frames.json" "the files"
same "$(grep -c '"stage": "rain"' film/frames.json)" 5 "frames of the rain"
grep -q '"stage": "rain", "iteration": 8, "of": 40, "milliseconds": 80' film/frames.json || fail "iterations are not even: $(cat film/frames.json)"
grep -q '"stage": "rain", "iteration": 40, "of": 40, "milliseconds": 700' film/frames.json || fail "the last iteration is missing"
for frame in film/frame_*.png film/film.png; do same "$(number_at "$frame" 16)x$(number_at "$frame" 20)" 768x512 "the size of $frame"; done
same "$(dd if=film/film.png bs=1 skip=37 count=4 2>/dev/null)" acTL "what makes it a film"
same "$(number_at film/film.png 41)" 8 "frames in the film"
cmp -s film/frame_0002.png film/frame_0006.png && fail "the rain does nothing"

# The world is the same as without a film.
succeeds make hills.json --no-pictures --no-cache -o plain
same "$(craton info plain --json | grep -o '"hash": "[^"]*"')" "$(craton info world --json | grep -o '"hash": "[^"]*"')" "the world that was filmed"

# Frames of an earlier, longer film are gone.
PATH="$PWD/bare" "$CRATON" make hills.json --frames film --frames-a-stage 2 --no-pictures -o world >/dev/null || fail "no second film"
same "$(cd film && echo frame_*)" "frame_0001.png frame_0002.png frame_0003.png frame_0004.png frame_0005.png" "the frames of the shorter film"

# With an ffmpeg, which here only notes what it is asked for.
mkdir tools && cat >tools/ffmpeg <<END
#!$(command -v bash)
for last; do [ "\${before:-}" = -i ] && list=\$last; before=\$last; done
printf '%s\n' "\$*" >"$PWD/asked.txt"
while read -r line; do printf '%s\n' "\$line"; done <"\$list" >"\$last"
exit \${FAKE_EXIT:-0}
END
chmod +x tools/ffmpeg
PATH="$PWD/tools" "$CRATON" make hills.json --frames film --frames-a-stage 2 --no-pictures -o world >out.txt || fail "no film with ffmpeg"
grep -q '^film: 5 frames, film.png, film.mp4$' out.txt || fail "the MP4 is not told: $(tail -1 out.txt)"
same "$(grep -c '^file frame_' film/film.mp4)" 6 "frames of the MP4, the last one twice"
grep -q '^duration 3.000$' film/film.mp4 || fail "times are missing"
grep -q -- '-f concat' asked.txt || fail "ffmpeg was asked for something else: $(cat asked.txt)"
[ ! -e film/.playlist.txt ] || fail "the list for ffmpeg is left"
FAKE_EXIT=3 PATH="$PWD/tools" "$CRATON" make hills.json --frames film --frames-a-stage 2 --no-pictures -o world >out.txt || fail "a film is an error where ffmpeg fails"
grep -q 'no film.mp4: ffmpeg ended with exit code 3$' out.txt || fail "ffmpeg's failure is not told: $(tail -1 out.txt)"
[ ! -e film/film.mp4 ] || fail "an old MP4 is left"
[ ! -e film/film.mp4.part.mp4 ] || fail "half an MP4 is left"
rm -rf bare film world plain tools asked.txt out.txt err.txt

# Growth whose rounds nobody knows beforehand: as many frames as were allowed, and names of steps that sort as they were made.
growing=(make fusek -s domain.resolution=12 -s knobs.plate_number=6 -s plates.random_driven=true --no-pictures)
succeeds "${growing[@]}" --frames grown --frames-a-stage 20 --step -o grown_world
many=$(grep -c '"stage": "plates"' grown/frames.json)
[ "$many" -le 20 ] || fail "$many frames of a stage, allowed were 20"
[ "$many" -ge 15 ] || fail "only $many frames of a stage, allowed were 20"
same "$(cd grown_world/steps && printf '%s\n' *_plates_*.png | LC_ALL=C sort)" "$(cd grown_world/steps && printf '%s\n' *_plates_*.png | sort -t_ -k3 -n)" "the order of steps"
same "$(cd grown_world/steps && printf '%s\n' *_plates_*.png | awk '{print length($0)}' | sort -u | wc -l)" 1 "widths of names of steps"
rm -rf grown grown_world

refuses '--frames-a-stage: does nothing without --frames' make hills.json --frames-a-stage 5 -o x
refuses '--cache-limit: does nothing with --no-cache' make hills.json --no-cache --cache-limit 1G -o x
for count in 0 1001 many; do refuses "allowed 1 … 1000 frames" make hills.json --frames film --frames-a-stage "$count" -o x; done
refuses "where to?" make hills.json --frames film
refuses "cannot make this folder" make hills.json --frames hills.json/film -o x
finish
