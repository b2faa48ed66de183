import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tierOf } from './test-files.ts';

/** Seconds that test files took in one run of all lanes (`npm test -- --record`); it only says which lane takes which file. */
const RECORDED = fileURLToPath(new URL('./test-seconds.json', import.meta.url));

export type Seconds = Readonly<Record<string, number>>;

export const recordedSeconds = (): Seconds => JSON.parse(readFileSync(RECORDED, 'utf8')) as Seconds;

/** Keeps what the files took, those under half a second left out. */
export function recordSeconds(taken: Seconds): void {
  const kept = Object.entries(taken)
    .map(([path, seconds]) => [path, Math.round(seconds)] as const)
    .filter(([, seconds]) => seconds > 0)
    .sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(RECORDED, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

const sumOf = (paths: readonly string[], seconds: Seconds): number =>
  paths.reduce((sum, path) => sum + (seconds[path] ?? 0), 0);

/**
 * The files in as many shares as there are loads, so that each share and the load beside it take about as long: the longest
 * file first, each to whoever has least. Within a share they keep their order.
 */
export function shareOut(files: readonly string[], loads: readonly number[], seconds: Seconds): string[][] {
  const cost = (path: string) => seconds[path] ?? 1;
  const total = [...loads];
  const shareOf = new Map<string, number>();
  for (const path of [...files].sort((a, b) => cost(b) - cost(a))) {
    const min = total.indexOf(Math.min(...total));
    shareOf.set(path, min);
    total[min] = (total[min] ?? 0) + cost(path);
  }
  return loads.map((_, share) => files.filter((path) => shareOf.get(path) === share));
}

/** `browser:1/2` is the first of two shares of a tier. */
const partsOf = (asked: string): { tier: string; share: number; shares: number } => {
  const [, tier = '', share = 1, shares = 1] = /^(\w+)(?::(\d+)\/(\d+))?$/.exec(asked) ?? [];
  return { tier, share: Number(share), shares: Number(shares) };
};

/** The files of each lane, such as `checks,api:1/2`; the shares of a tier even out what else their lanes do. */
export function filesOfLanes(
  all: readonly string[],
  lanes: readonly string[],
  seconds: Seconds = recordedSeconds(),
): string[][] {
  const asked = lanes.map((lane) => lane.split(',').map(partsOf));
  const chosen = asked.map(() => new Map<string, readonly string[]>());
  const loads = asked.map(() => 0);
  const give = (lane: number, tier: string, files: readonly string[]) => {
    chosen[lane]?.set(tier, files);
    loads[lane] = (loads[lane] ?? 0) + sumOf(files, seconds);
  };
  // What has no choice comes first; the shares follow, tier after tier, in the order in which the lanes name them.
  const tiers = new Map(asked.flat().map(({ tier, shares }) => [tier, shares]));
  for (const [tier, shares] of [...tiers].sort(([, a], [, b]) => Number(a > 1) - Number(b > 1))) {
    const files = all.filter((path) => tierOf(path) === tier);
    const laneOf = Array.from({ length: shares }, (_, i) =>
      asked.findIndex((parts) => parts.some((part) => part.tier === tier && part.share === i + 1)),
    );
    const before = laneOf.map((lane) => loads[lane] ?? 0);
    for (const [i, share] of shareOut(files, before, seconds).entries()) {
      const lane = laneOf[i] ?? -1;
      if (lane >= 0) give(lane, tier, share);
    }
  }
  return asked.map((parts, lane) => parts.flatMap(({ tier }) => chosen[lane]?.get(tier) ?? []));
}
