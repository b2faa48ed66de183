import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PlainResult, plainSettle } from '../../../tests/support/plain-community.ts';
import { engineCase, randomPlain, seeded } from '../../../tests/support/random-community.ts';
import type { CommunityCase, CommunityPlant } from './case.ts';
import { wholeCents } from './cents.ts';
import { hourAxis } from './hour-axis.ts';
import { loadYear } from './load-shape.ts';
import { valorisation } from './other-money.ts';
import { traceHours } from './plant-trace.ts';
import { type Settlement, settle, total } from './settle.ts';
import { surplus } from './surplus.ts';
import { DEFAULT_SWITCHES } from './switches.ts';

const near = (actual: number, expected: number, what = '', tolerance = 1e-9): void =>
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
    `${what} ${actual} is not ${expected}`,
  );

const row = (count: number, first: readonly number[]) =>
  Float64Array.from({ length: count }, (_, hour) => first[hour] ?? 0);

/** docs/domain.md §1.8: a plant of 400 kW in the north over three hours, the rest of the day empty. */
function handExample(change: Partial<CommunityPlant> = {}): CommunityCase {
  const axis = hourAxis('2024-06-01', '2024-06-02');
  return {
    axis,
    prices: { NORD: row(axis.count, [100, 150, 200]) },
    plants: [
      {
        id: 'P',
        substation: 'AC001',
        zone: 'NORD',
        power_kw: 400,
        photovoltaic: true,
        area: 'north',
        grant_share: 0,
        in_operation: '2024-03-01',
        injected_kwh: row(axis.count, [10, 50, 0]),
        ...change,
      },
    ],
    members: [
      {
        id: 'M',
        substation: 'AC001',
        level: 1,
        exempt: false,
        withdrawn_kwh: row(axis.count, [30, 20, 15]),
      },
    ],
    switches: DEFAULT_SWITCHES,
  };
}

const incentiveOf = (given: CommunityCase) => total(settle(given).hours.incentive_eur);

function yearOf(given: CommunityCase) {
  const settled = settle(given);
  return surplus(
    settled.plants.map((plant) => ({
      grant_share: given.plants[0]?.grant_share ?? 0,
      earns: true,
      injected_kwh: total(plant.injected_kwh),
      incentivised_kwh: total(plant.incentivised_kwh),
      incentive_eur: total(plant.incentive_eur),
    })),
    '2024-06-01',
    DEFAULT_SWITCHES,
  );
}

describe('the hand example', () => {
  it('comes out to the cent', () => {
    const { hours } = settle(handExample());
    assert.deepEqual([...hours.shared_kwh.slice(0, 3)], [10, 20, 0]);
    assert.equal(wholeCents(hours.incentive_eur[0] ?? 0), 120);
    assert.equal(wholeCents(hours.incentive_eur[1] ?? 0), 220);
    assert.equal(wholeCents(total(hours.incentive_eur)), 340);
    near(valorisation(30, '2024-06', DEFAULT_SWITCHES), 0.3171);
    assert.equal(wholeCents(incentiveOf(handExample({ grant_share: 0.4 }))), 170);
  });

  it('has no surplus at half of its injection, and 17 cents of it with a grant', () => {
    const [alone] = yearOf(handExample());
    assert.deepEqual([alone?.quota, alone?.surplus_eur], [0.5, 0]);
    const [, granted] = yearOf(handExample({ grant_share: 0.4 }));
    assert.equal(granted?.quota, 0.5);
    near(granted?.surplus_eur ?? 0, 0.17);
  });

  it('pays the price that somebody set instead of the tariff, also where no price is known', () => {
    const given = { ...handExample(), prices: {}, eur_per_kwh: 0.11 };
    near(incentiveOf(given), 3.3);
  });
});

describe('who earns the tariff', () => {
  it('is no plant of more than 1 MW, none that stood before 16 December 2021, and none after 20 years', () => {
    assert.equal(incentiveOf(handExample({ power_kw: 1000.5 })), 0);
    assert.equal(incentiveOf(handExample({ in_operation: '2021-12-15' })), 0);
    near(incentiveOf(handExample({ in_operation: '2021-12-16' })), 3.4);
    assert.equal(incentiveOf(handExample({ in_operation: '2004-06-01' })), 0);
    assert.equal(total(settle(handExample({ power_kw: 1000.5 })).hours.shared_kwh), 30);
  });

  it('keeps its tariff for energy of bodies that a grant does not touch', () => {
    const given = handExample({ grant_share: 0.4 });
    const members = given.members.map((member) => ({ ...member, exempt: true }));
    near(incentiveOf({ ...given, members }), 3.4);
    const switches = { ...DEFAULT_SWITCHES, exempt_bodies: 'reduced_as_all' as const };
    near(incentiveOf({ ...given, members, switches }), 1.7);
  });

  it('counts energy without a price as such, and not as nothing', () => {
    const given = handExample();
    const prices = { NORD: row(given.axis.count, [100, Number.NaN, 200]) };
    const settled = settle({ ...given, prices });
    near(total(settled.hours.incentive_eur), 1.2);
    assert.equal(settled.plants[0]?.unpriced_kwh, 50);
  });
});

const SPANS = [
  { first: '2025-03-29', end: '2025-04-01' }, // a day of 23 hours, and a month's border
  { first: '2025-10-25', end: '2025-10-28' }, // a day of 25 hours
] as const;

function agree(what: string, settled: Settlement, slow: PlainResult): void {
  const { hours } = settled;
  for (const [hour, shared] of slow.shared.entries()) {
    near(hours.shared_kwh[hour] ?? Number.NaN, shared, what);
    near(hours.injected_kwh[hour] ?? Number.NaN, slow.injected[hour] ?? 0, what);
    near(hours.withdrawn_kwh[hour] ?? Number.NaN, slow.withdrawn[hour] ?? 0, what);
    near(hours.incentive_eur[hour] ?? Number.NaN, slow.incentive[hour] ?? 0, what, 1e-6);
  }
  for (const plant of settled.plants) {
    const known = slow.plants[plant.id] ?? { shared: 0, incentivised: 0, incentive: 0, cut: 0 };
    near(total(plant.shared_kwh), known.shared, what);
    near(total(plant.incentivised_kwh), known.incentivised, what);
    assert.ok(Math.abs(total(plant.incentive_eur) - known.incentive) < 0.001, what);
    assert.ok(Math.abs(total(plant.grant_cut_eur) - known.cut) < 0.001, what);
  }
  for (const member of settled.members) {
    const known = slow.members[member.id] ?? { shared: 0, withdrawn: 0 };
    near(total(member.shared_kwh), known.shared, what);
    near(total(member.withdrawn_kwh), known.withdrawn, what);
  }
}

describe('a random community', () => {
  it('comes to what the plain implementation says, within a tenth of a cent', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const size = { ...(SPANS[seed % 2] ?? SPANS[0]), plants: 1 + (seed % 5), members: 1 + (seed % 9) };
      const plain = randomPlain(seed, size);
      const given = engineCase(plain, size);
      const opened = new Map<string, number>();
      const settled = settle(given, undefined, ({ plants }) => {
        for (const hours of plants)
          opened.set(
            hours.plant.id,
            traceHours(given, hours).reduce((sum, { incentive_eur }) => sum + (incentive_eur ?? 0), 0),
          );
      });
      agree(`seed ${seed}`, settled, plainSettle(plain));
      // The hours that stand behind a plant's euros come to them.
      for (const { id, incentive_eur } of settled.plants)
        near(opened.get(id) ?? Number.NaN, total(incentive_eur), id);
    }
  });

  it('comes to the same where each plant is cut into two stretches, which the 30 % count as one plant', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const size = { ...SPANS[0], plants: 1 + (seed % 5), members: 1 + (seed % 9) };
      const plain = randomPlain(seed, size);
      const whole = engineCase(plain, size);
      const half = 30 + seed;
      const plants = whole.plants.flatMap((plant) => {
        const { id, from_hour = 0, to_hour = whole.axis.count } = plant;
        return [
          { ...plant, id: `${id} 1`, plant: id, to_hour: Math.min(half, to_hour) },
          { ...plant, id: `${id} 2`, plant: id, from_hour: Math.max(half, from_hour) },
        ];
      });
      const slow = plainSettle(plain);
      const parts = Map.groupBy(settle({ ...whole, plants }).plants, ({ id }) => id.split(' ')[0] ?? '');
      for (const [id, own] of parts) {
        const sum = (of: 'shared_kwh' | 'incentive_eur') =>
          own.reduce((all, part) => all + total(part[of]), 0);
        near(sum('shared_kwh'), slow.plants[id]?.shared ?? 0, id);
        near(sum('incentive_eur'), slow.plants[id]?.incentive ?? 0, id, 1e-6);
      }
    }
  });

  it('gives its members and its plants exactly what was shared, in every hour', () => {
    for (let seed = 100; seed < 120; seed++) {
      const size = { first: '2025-06-01', end: '2025-06-02', plants: 3, members: 8 };
      const whole = engineCase(randomPlain(seed, size), size);
      const { hours } = settle(whole);
      for (let hour = 0; hour < whole.axis.count; hour++) {
        const only = settle({
          ...whole,
          members: whole.members.map((member) => ({
            ...member,
            from_hour: Math.max(hour, member.from_hour ?? 0),
            to_hour: Math.min(hour + 1, member.to_hour ?? hour + 1),
          })),
        });
        const shared = hours.shared_kwh[hour] ?? 0;
        near(
          only.members.reduce((sum, member) => sum + total(member.shared_kwh), 0),
          shared,
        );
        near(
          only.plants.reduce((sum, plant) => sum + total(plant.shared_kwh), 0),
          shared,
        );
      }
    }
  });

  it('is the same to the last bit in whichever order plants and members come', () => {
    for (let seed = 200; seed < 220; seed++) {
      const size = { ...SPANS[0], plants: 4, members: 9 };
      const whole = engineCase(randomPlain(seed, size), size);
      const random = seeded(seed);
      const shuffled = <T>(rows: readonly T[]): T[] =>
        rows
          .map((value) => ({ value, key: random() }))
          .sort((a, b) => a.key - b.key)
          .map(({ value }) => value);
      const again = { ...whole, plants: shuffled(whole.plants), members: shuffled(whole.members) };
      assert.deepEqual(settle(again), settle(whole));
    }
  });

  it('never shares less when somebody draws more or a plant makes more, and never earns less at a lower price', () => {
    for (let seed = 300; seed < 330; seed++) {
      const size = { ...SPANS[0], plants: 2, members: 5 };
      const plain = randomPlain(seed, size);
      const more = (values: readonly (number | null)[]) => values.map((value) => value && value * 1.3 + 0.1);
      const [member, ...members] = plain.members;
      const [plant, ...plants] = plain.plants;
      if (!member || !plant) throw new Error('a community without members');
      const shared = (given: typeof plain) => settle(engineCase(given, size)).hours;
      const before = shared(plain);
      const drawn = shared({
        ...plain,
        members: [{ ...member, withdrawn: more(member.withdrawn) }, ...members],
      });
      const made = shared({ ...plain, plants: [{ ...plant, injected: more(plant.injected) }, ...plants] });
      const prices = { NORD: (plain.prices.NORD ?? []).map((price) => price && price - 20) };
      const cheaper = shared({ ...plain, prices });
      for (let hour = 0; hour < plain.hours; hour++) {
        const energy = (before.shared_kwh[hour] ?? 0) - 1e-9;
        assert.ok((drawn.shared_kwh[hour] ?? 0) >= energy);
        assert.ok((made.shared_kwh[hour] ?? 0) >= energy);
        assert.ok((cheaper.incentive_eur[hour] ?? 0) >= (before.incentive_eur[hour] ?? 0) - 1e-9);
      }
    }
  });
});

describe('bad series', () => {
  it('are refused by whose they are', () => {
    const given = handExample({ injected_kwh: new Float64Array(3) });
    assert.throws(() => settle(given), /P: 3 hours of energy, 24 expected/);
    const members = handExample().members.map((member) => ({
      ...member,
      withdrawn_kwh: row(24, [1, -1]),
    }));
    assert.throws(() => settle({ ...handExample(), members }), /M: negative energy in hour 1/);
  });

  it('leave what is not known out and count it', () => {
    const given = handExample();
    const withdrawn_kwh = row(24, [30, Number.NaN, 15]);
    const members = given.members.map((member) => ({ ...member, withdrawn_kwh }));
    const settled = settle({ ...given, members });
    assert.equal(settled.members[0]?.missing_hours, 1);
    assert.deepEqual([...settled.hours.shared_kwh.slice(0, 3)], [10, 0, 0]);
  });

  it('take members one at a time where they are made on the way', () => {
    const given = handExample();
    const [member] = given.members;
    const made = {
      ...given,
      members: given.members.map((one) => ({ ...one, withdrawn_kwh: () => row(24, [30, 20, 15]) })),
    };
    let steps = 0;
    assert.deepEqual(
      settle(made, () => steps++),
      settle(given),
    );
    assert.deepEqual([steps, member?.id], [2, 'M']);
  });
});

describe('what a kind of member draws', () => {
  // BDEW H0 with its factor of the day, a household of 4,000 kWh in 2025: demandlib's own hours come to 1161.9 and 845.7 kWh.
  it('is more in winter than in summer for a house', () => {
    const year = hourAxis('2025-01-01', '2026-01-01');
    const load = loadYear(year, 'house', 4_000);
    const sumOf = (months: readonly string[]) =>
      load.reduce(
        (sum, kwh, hour) =>
          months.includes(year.months[year.month_of[hour] ?? 0]?.slice(5) ?? '') ? sum + kwh : sum,
        0,
      );
    assert.ok(Math.abs(sumOf(['12', '01', '02']) - 1161) <= 10);
    assert.ok(Math.abs(sumOf(['06', '07', '08']) - 846) <= 10);
  });

  // The published shape at 10:00 of a Sunday in spring, whether or not an hour was left out that night.
  it('goes by the clock on the days on which it changes', () => {
    const year = hourAxis('2025-01-01', '2026-01-01');
    const load = loadYear(year, 'house', 4_000);
    const drawnAt = (local: string) => load[(Date.parse(local) - year.start) / 3_600_000] ?? Number.NaN;
    assert.equal(drawnAt('2025-03-30T10:00:00+02:00'), drawnAt('2025-04-06T10:00:00+02:00'));
    assert.equal(drawnAt('2025-03-30T23:00:00+02:00'), drawnAt('2025-04-06T23:00:00+02:00'));
    assert.equal(drawnAt('2025-10-26T02:00:00+02:00'), drawnAt('2025-10-26T02:00:00+01:00'));
    assert.equal(drawnAt('2025-10-26T10:00:00+01:00'), drawnAt('2025-10-19T10:00:00+02:00'));
    assert.equal(drawnAt('2025-03-30T10:00:00+02:00').toFixed(3), '0.744');
  });
});
