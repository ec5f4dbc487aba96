#!/usr/bin/env bash
# Sweeps: a line a world in the table, a figure for each measure, the same measures for any number of threads, and clear errors.
. "$(dirname "$(realpath "$0")")/common.bash"
small=(strazdins -s domain.width=96 -s domain.height=96)

craton sweep "${small[@]}" --vary inverse_thermal.iterations=0:4:3 --seeds 1:2 --repeat 2 --measure erosion_score,mean_slope -o a >printed ||
  fail "sweep"
same "$(wc -l <a/sweep.csv)" 13 "lines of the table"
same "$(head -1 a/sweep.csv)" "inverse_thermal.iterations,seed,repeat,erosion_score,mean_slope,ms base,ms voronoi,ms perturb,ms inverse_thermal,ms" "the head of the table"
for file in sweep.json erosion_score.svg mean_slope.svg milliseconds.svg; do [ -s a/$file ] || fail "there is no $file"; done
grep -q 'class="err"' a/erosion_score.svg || fail "there are no error bars"
grep -q '^ *2 ' printed || fail "the middle value is not printed: $(cat printed)"
succeeds sweep "${small[@]}" --vary inverse_thermal.iterations=0,2,4 --seeds 1,2 --repeat 2 --measure erosion_score,mean_slope --threads 1 -o b
cmp -s <(cut -d, -f1-5 a/sweep.csv) <(cut -d, -f1-5 b/sweep.csv) || fail "threads or ways to write values change measures"
# One line of it is what `measure` says of that world.
succeeds make "${small[@]}" -s inverse_thermal.iterations=4 --seed 2 -o w
score=$(craton measure w --json | sed -n 's/.*"erosion_score": \([0-9.]*\).*/\1/p')
table=$(sed -n '12p' a/sweep.csv | cut -d, -f4)
awk -v a="$score" -v b="$table" 'BEGIN { exit !(a - b < 1e-6 && b - a < 1e-6) }' || fail "the table says $table, measure $score"
succeeds sweep "${small[@]}" --vary inverse_thermal.neighbourhood=moore,von_neumann --vary base.noise.octaves=2,8 -o c
same "$(wc -l <c/sweep.csv)" 5 "combinations"

refuses "--vary: inverse_thermal.iterations: found -1" sweep "${small[@]}" --vary inverse_thermal.iterations=-1:3:5 -o x
refuses "FROM:TO:COUNT" sweep "${small[@]}" --vary inverse_thermal.iterations=1:2 -o x
refuses "allowed: 2 … 10000" sweep "${small[@]}" --vary inverse_thermal.iterations=1:2:1 -o x
refuses "write STAGE.PARAMETER" sweep "${small[@]}" --vary iterations -o x
refuses 'no stage of this recipe is called "wear"' sweep "${small[@]}" --vary wear.iterations=1,2 -o x
refuses 'did you mean "erosion_score"' sweep "${small[@]}" --measure erosion_scor -o x
refuses "--seeds" sweep "${small[@]}" --seeds 5:1 -o x
refuses "--repeat" sweep "${small[@]}" --repeat 0 -o x
refuses "--vary: these are more than" sweep "${small[@]}" --vary perturb.distance=0:50:400 --vary voronoi.c1=-1:1:400 -o x
finish
