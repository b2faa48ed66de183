import type { CommunityCase } from '../../src/energy/community/case.ts';
import { hourAxis } from '../../src/energy/community/hour-axis.ts';
import { DEFAULT_SWITCHES } from '../../src/energy/community/switches.ts';
import type { PlainCase } from './plain-community.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface RandomSize {
  readonly first: string;
  readonly end: string;
  readonly plants: number;
  readonly members: number;
}

const pick = <T>(random: () => number, choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(random() * choices.length)] ?? choices[0];

/** A community as the plain implementation reads it: all classes, borders, dates, levels, gaps and prices below zero. */
export function randomPlain(seed: number, size: RandomSize): PlainCase {
  const random = seeded(seed);
  const hours = hourAxis(size.first, size.end).count;
  const series = (most: number, gaps: number) =>
    Array.from({ length: hours }, () => (random() < gaps ? null : random() < 0.3 ? 0 : random() * most));
  const substation = () => pick(random, ['AC001', 'AC001', 'AC002']);
  return {
    hours,
    prices: {
      NORD: Array.from({ length: hours }, () =>
        pick(random, [
          140,
          180,
          -12.5,
          250,
          Math.round(random() * 20_000) / 100,
          random() < 0.1 ? null : 100,
        ]),
      ),
    },
    attribution: pick(random, ['oldest_first', 'pro_rata']),
    exempt_keep: random() < 0.7,
    whole_tariff_cut: random() < 0.7,
    plants: Array.from({ length: size.plants }, (_, index) => ({
      id: `P${index}`,
      substation: substation(),
      zone: 'NORD',
      power_kw: pick(random, [200, 200.01, 600, 600.5, 1000, 1000.5, 50]),
      photovoltaic: random() < 0.8,
      area: pick(random, ['north', 'centre', 'south']),
      grant_share: pick(random, [0, 0, 0.2, 0.4, 0.41]),
      in_operation: pick(random, ['2021-12-15', '2021-12-16', '2023-05-01', '2024-02-01']),
      from_hour: random() < 0.2 ? Math.floor(random() * hours) : 0,
      to_hour: random() < 0.2 ? Math.floor(random() * hours) : hours,
      injected: series(size.members * 1.5, 0.02),
    })),
    members: Array.from({ length: size.members }, (_, index) => ({
      id: `M${index}`,
      substation: substation(),
      level: pick(random, [1, 1, 2, 3]),
      exempt: random() < 0.2,
      from_hour: random() < 0.2 ? Math.floor(random() * hours) : 0,
      to_hour: random() < 0.2 ? Math.floor(random() * hours) : hours,
      withdrawn: series(3, 0.02),
    })),
  };
}

const typed = (values: readonly (number | null)[]) =>
  Float64Array.from(values, (value) => value ?? Number.NaN);

/** The same community for the engine. */
export function engineCase(
  plain: PlainCase,
  { first, end }: Pick<RandomSize, 'first' | 'end'>,
): CommunityCase {
  return {
    axis: hourAxis(first, end),
    prices: { NORD: typed(plain.prices.NORD ?? []) },
    plants: plain.plants.map((plant) => ({
      ...plant,
      zone: 'NORD' as const,
      injected_kwh: typed(plant.injected),
    })),
    members: plain.members.map((member) => ({ ...member, withdrawn_kwh: typed(member.withdrawn) })),
    switches: {
      ...DEFAULT_SWITCHES,
      attribution: plain.attribution,
      exempt_bodies: plain.exempt_keep ? 'keep_tariff' : 'reduced_as_all',
      grant_reduces: plain.whole_tariff_cut ? 'whole_tariff' : 'without_correction',
    },
  };
}
