/** Where to stand first, and what to look at. */
export interface FirstLook {
  x: number;
  y: number;
  /** Metres above the sea. */
  height: number;
  yaw: number;
  pitch: number;
}

/**
 * Low over land, with the highest ground around ahead and, where there is some, water between: heights and rivers are asked for on a
 * coarse lattice around a place.
 */
export function first_look(
  at: { x: number; y: number },
  height: (x: number, y: number) => number,
  river: (x: number, y: number) => boolean = () => false,
): FirstLook {
  // In mountains far from the sea valleys lie high.
  const highest = Math.max(700, height(at.x, at.y) + 100);
  let best = { x: at.x, y: at.y, turn: 0, score: -Infinity, top: 0 };
  for (let y = -14000; y <= 14000; y += 1000) {
    for (let x = -14000; x <= 14000; x += 1000) {
      const ground = height(at.x + x, at.y + y);
      if (ground < 4 || ground > highest) continue;
      for (let k = 0; k < 12; ++k) {
        const angle = (k / 12) * 2 * Math.PI;
        const place = (metres: number) => [at.x + x + metres * Math.sin(angle), at.y + y - metres * Math.cos(angle)] as const;
        const ahead = (metres: number) => height(...place(metres));
        const near = ahead(500);
        const middle = ahead(1800);
        const peak = Math.max(ahead(4200), ahead(5600), ahead(7000));
        // Ground ahead must not stand in the way; a mountain behind it and a shore before it are what eyes look for.
        const shore = middle < 0 || near < 0 ? 220 : river(...place(400)) || river(...place(900)) ? 160 : 0;
        // Light from the side shows forms best; the sun of the first look stands in the west-south-west.
        const side = Math.abs(Math.sin(angle - 4.2)) * 160;
        const score =
          Math.min(1400, peak - ground) * 0.6 -
          Math.max(0, near - ground - 25) * 4 -
          Math.max(0, middle - ground - 160) * 1.5 +
          shore +
          side -
          Math.hypot(x, y) * 0.012;
        if (score > best.score) best = { x: at.x + x, y: at.y + y, turn: angle, score, top: peak };
      }
    }
  }
  const ground = Math.max(0, height(best.x, best.y));
  const eye = ground + 55;
  const pitch = Math.max(-0.16, Math.min(0.06, Math.atan2(best.top * 0.5 - eye, 5200) - 0.02));
  return { x: best.x, y: best.y, height: eye, yaw: -best.turn, pitch };
}
