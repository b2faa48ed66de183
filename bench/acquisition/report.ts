import type { ClientFigure } from './beside-peers.ts';
import type { PollFigures } from './poller.ts';
import { slopeOf } from './slope.ts';

/** One line of the table. */
export interface Line {
  readonly what: string;
  readonly figure: string;
  readonly aim: string;
}

const ms = (value: number) => `${Math.round(value).toLocaleString('en-GB')} ms`;
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;
const met = (yes: boolean) => (yes ? 'met' : '**not met**');

/** What polling came to: how late polls began, whether one is missing, what they cost. */
export function pollLines(what: string, interval_s: number, figures: PollFigures): Line[] {
  const { jitter_ms, polls, missed, failed, cpu_s, wall_s, rss_mb, periods } = figures;
  const max_ms = interval_s * 200;
  const jitter = `p50 ${ms(jitter_ms.p50)}, p99 ${ms(jitter_ms.p99)}, most ${ms(jitter_ms.most)}`;
  const counted = `${polls.toLocaleString('en-GB')} polls, ${missed} missed, ${failed} failed`;
  const share = `${cpu_s.toFixed(1)} s in ${wall_s.toFixed(0)} s: ${((100 * cpu_s) / wall_s).toFixed(1)} % of a core, ${((cpu_s * 1e6) / polls).toFixed(0)} µs a poll, ${rss_mb.toFixed(0)} MB`;
  return [
    {
      what: `${what}: start of a poll after its instant`,
      figure: jitter,
      aim: `p99 < ${ms(max_ms)}: ${met(jitter_ms.p99 < max_ms)}`,
    },
    {
      what: `the same: ${periods} periods`,
      figure: counted,
      aim: `no missed poll: ${met(missed + failed === 0)}`,
    },
    { what: 'the same: processor time of the poller', figure: share, aim: '' },
  ];
}

/** What a read costs by each client, the first one ours. */
export function peerLines(figures: readonly ClientFigure[]): Line[] {
  const [ours] = figures;
  return figures.map(({ name, is_peer, cpu_us, rounds }) => {
    const spread = `${Math.min(...rounds).toFixed(0)}–${Math.max(...rounds).toFixed(0)}`;
    const share = (ours?.cpu_us ?? Number.NaN) / cpu_us;
    const aim = is_peer ? `ours at most half: ${(100 * share).toFixed(0)} %, ${met(share <= 0.5)}` : '';
    return { what: `processor time of a read, ${name}`, figure: `${cpu_us.toFixed(0)} µs (${spread})`, aim };
  });
}

/** Whether memory grows, by the line through what was kept after each collection. */
export function memoryLines(minutes: number, { memory }: PollFigures): Line[] {
  // The first fifth warms up: code is compiled, pools fill.
  const kept = memory.slice(Math.floor(memory.length / 5));
  return (['heap', 'rss'] as const).map((of) => {
    const { each_second, error } = slopeOf(kept.map((point) => ({ at_s: point.at_s, value: point[of] })));
    const [each_minute, beside] = [each_second * 60, error * 60];
    const last = (kept.at(-1)?.[of] ?? 0) / 2 ** 20;
    return {
      what: `${of === 'heap' ? 'heap in use' : 'resident memory'} over ${minutes} minutes`,
      figure: `${kb(each_minute)} ± ${kb(beside)} a minute, ${last.toFixed(1)} MB at the end`,
      aim: `no slope: ${met(each_minute < 2 * beside)}`,
    };
  });
}

/** The table in Markdown. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ what, figure, aim }) => `| ${what} | ${figure} | ${aim} |`);
  return ['| What | Figure | Aim |', '|---|---|---|', ...rows].join('\n');
}
