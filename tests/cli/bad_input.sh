#!/usr/bin/env bash
# Every bad input ends in one clear line and exit code 2; nothing is written.
. "$(dirname "$(realpath "$0")")/common.bash"

n=(noise --size 16x16)

# Words that do not exist.
refuses 'did you mean "perlin"' "${n[@]}" --kind perlni -o a.png
refuses 'there are' "${n[@]}" --kind nonsense -o a.png
refuses 'did you mean "--frequency"' "${n[@]}" --frequncy 0.1 -o a.png
refuses 'unknown option "--bogus"' "${n[@]}" --bogus=1 -o a.png
refuses 'did you mean "noise"' nosie
refuses 'unexpected argument "stray"' "${n[@]}" stray --hash
refuses '--help' # no command at all
refuses 'fbm' "${n[@]}" --kind fbm -o a.png
refuses 'belongs to' "${n[@]}" --kind white --smoothness 2 -o a.png
refuses 'circle' "${n[@]}" --gradients round -o a.png
refuses 'did you mean "dusk"' "${n[@]}" --ramp duks -o a.png
refuses '--isa' "${n[@]}" --isa mmx --hash

# Nothing asked for, and requests that contradict each other.
refuses 'nothing to do' "${n[@]}"
refuses 'neither in .png nor in .f32' "${n[@]}" -o a.jpg
refuses '.png' "${n[@]}" --bits 16 -o a.f32
refuses '--bits' "${n[@]}" --bits 12 -o a.png
refuses '--ramp' "${n[@]}" --bits 16 --ramp ice -o a.png
refuses '.f32' noise --dims 3 --size 4x4x4 -o a.png
refuses '--dims' noise --dims 5 --hash
refuses '--dims' noise --dims 44 --hash
refuses '--dims' noise --dims 0 --hash
refuses '--dims' noise --dims 1 --kind simplex --hash
refuses '--size' noise --dims 1 --size 4x4 --hash
refuses '--size' noise --dims 2 --size 4x4x4 --hash
refuses '--size' noise --dims 2 --size 4 --hash
refuses '--at' "${n[@]}" --at 1,2,3 --hash
refuses '--at' "${n[@]}" --at 1 --hash
refuses '--z' "${n[@]}" --z 5 --hash
refuses '--z' "${n[@]}" --dims 3 --at 1,2,3 --z 5 --hash
refuses '.f32' noise --dims 4 --size 4x4x4 -o a.png
refuses '--size' noise --dims 4 --size 4x4x4x4 --hash
refuses '--size' noise --dims 4 --size 4 --hash
refuses '--at' "${n[@]}" --dims 4 --at 1 --hash
refuses '--at' "${n[@]}" --dims 4 --at 1,2,3,4,5 --hash
refuses '--at' "${n[@]}" --dims 3 --at 1,2,3,4 --hash
refuses '--w' "${n[@]}" --w 5 --hash
refuses '--w' "${n[@]}" --dims 3 --w 5 --hash
refuses '--w' "${n[@]}" --dims 4 --at 1,2,3,4 --w 5 --hash
refuses '--z' "${n[@]}" --dims 4 --at 1,2,3 --z 5 --hash
for w in nan inf 1e300 x 1,2; do refuses '--w' "${n[@]}" --dims 4 --w="$w" --hash; done

# Numbers out of range or none.
for size in 0x16 16x0 -1x16 16x-1 nanx16 16xnan 65537x1 1x65537 99999999999999999999x1 16x x16 1.5x2 65536x65536x2 1x2x3x4 infx1; do
  refuses '--size' noise --size="$size" -o a.png
done
refuses '' noise --size= -o a.png
refuses 'samples' noise --dims 3 --size 65536x65536x65536 -o a.f32
for frequency in 0 -1 nan inf -inf 1e300 513 1e-300 abc 0.1x; do
  refuses '--frequency' "${n[@]}" --frequency="$frequency" -o a.png
done
for octaves in 0 -1 33 1.5 x 99999999999999999999; do refuses '--octaves' "${n[@]}" --octaves="$octaves" -o a.png; done
for value in nan -1 1e9; do refuses '--persistence' "${n[@]}" --persistence="$value" -o a.png; done
refuses '--amplitudes' "${n[@]}" --amplitudes 1,nan -o a.png
refuses '--amplitudes' "${n[@]}" --amplitudes 1,,2 -o a.png
refuses '--normalise' "${n[@]}" --normalise perhaps -o a.png
refuses '--smoothness' "${n[@]}" --smoothness 11 -o a.png
for seed in -1 18446744073709551616 0x10000000000000000 1e3 ''; do refuses '--seed' "${n[@]}" --seed="$seed" --hash; done
for at in nan,0 0,inf 1e300,0 a,b ,; do refuses '--at' "${n[@]}" --at="$at" --hash; done
for step in 0 -1 nan 1e300 0.0001; do refuses '--step' "${n[@]}" --step="$step" --hash; done
for threads in 0 -1 1025 x; do refuses '--threads' "${n[@]}" --threads="$threads" --hash; done

# Memory is asked for before it is needed; a petabyte is more than any test machine has.
if [ "$(awk '/MemAvailable/ {print $2}' /proc/meminfo)" -lt 16000000 ]; then
  refuses 'memory' noise --size 65536x65536 --hash
fi

# Places that cannot be written: checked before any work, so that a huge grid fails at once.
mkdir locked folder.png
refuses 'no folder' "${n[@]}" -o none/a.png
refuses 'folder' "${n[@]}" -o folder.png
refuses 'a.png' "${n[@]}" -o locked/../none/a.png
refuses '/proc/a.png' "${n[@]}" -o /proc/a.png
if [ "$(id -u)" -ne 0 ]; then
  chmod a-w locked
  refuses 'locked/a.png' "${n[@]}" -o locked/a.png
fi
refuses 'no folder' noise --size 8192x8192 --octaves 32 --lacunarity 1 -o none/a.f32
if [ "${HAS_BENCH:-ON}" = ON ]; then
  refuses 'no row' bench nothing-of-this-name
  refuses 'no folder' bench perlin --json none/b.json
fi

# A failure leaves an old file alone.
echo old >old.png
refuses '--frequency' "${n[@]}" --frequency nan -o old.png
same "$(cat old.png)" old "an old file after a failure"
finish
