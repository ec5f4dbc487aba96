/** What a stage touches, as the server plans it. */
export interface PlannedStage {
  /** In the recipe's list. */
  index: number;
  id: string;
  reads: string[];
  writes: string[];
  tables_read: string[];
  tables_written: string[];
}

/** Layers and tables of objects that go from one stage to another (places in the plan). */
export interface Feed {
  from: number;
  to: number;
  names: string[];
}

/** Who reads what was written last by whom. */
export function feeds_of(plan: readonly PlannedStage[]): Feed[] {
  const writers = new Map<string, number>();
  const feeds: Feed[] = [];
  plan.forEach((stage, to) => {
    for (const name of [...stage.reads, ...stage.tables_read]) {
      const from = writers.get(name);
      if (from === undefined) continue;
      const known = feeds.find((feed) => feed.from === from && feed.to === to);
      if (known && !known.names.includes(name)) known.names.push(name);
      if (!known) feeds.push({ from, to, names: [name] });
    }
    for (const name of [...stage.writes, ...stage.tables_written]) writers.set(name, to);
  });
  return feeds;
}

/** Those that nothing which is kept in the end depends on: they could go. `keep`: layers of the world; none named: all. */
export function idle_stages(plan: readonly PlannedStage[], keep: readonly string[]): Set<number> {
  const feeds = feeds_of(plan);
  const used = new Set<number>();
  const writers = new Map<string, number>();
  plan.forEach(({ writes }, place) => writes.forEach((name) => writers.set(name, place)));
  // Objects are always kept.
  plan.forEach(({ tables_written }, place) => tables_written.length > 0 && used.add(place));
  for (const [name, place] of writers) if (keep.length === 0 || keep.includes(name)) used.add(place);
  for (let place = plan.length - 1; place >= 0; --place)
    if (used.has(place)) for (const { from, to } of feeds) if (to === place) used.add(from);
  return new Set(plan.map((_, place) => place).filter((place) => !used.has(place)));
}
