import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isGroup, orientationOf, type RankedHome, rankHomes } from './ranking.model.ts';

const home = (plant_id: number, produced_kwh: number | null, more: Partial<RankedHome> = {}): RankedHome => ({
  plant_id,
  produced_kwh,
  district: 'Prato',
  orientation: 'south',
  nominal_kwp: 4,
  known_days: 10,
  days: 10,
  faults: [],
  battery_fault: false,
  ...more,
});
const five = [home(1, 160), home(2, 160), home(3, 180), home(4, 140), home(5, 100)];

describe('which way a roof looks', () => {
  it('is a quarter of the sky, or none where it lies flat', () => {
    const looks = [0, 44, 45, 180, 225, 314, 315, 360].map((azimuth) => orientationOf(30, azimuth));
    assert.deepEqual(looks, ['north', 'north', 'east', 'south', 'west', 'west', 'north', 'north']);
    assert.deepEqual([orientationOf(5, 180), orientationOf(30, null)], ['flat', 'unknown']);
  });
});

describe('the ranking of homes', () => {
  it('sets each beside the middle of those of its district that look alike, the weak one first', () => {
    const [weakest, ...others] = rankHomes(five);
    assert.deepEqual(weakest, {
      plant_id: 5,
      yield_kwh_kwp: 2.5,
      share: 0.625,
      group_homes: 5,
      reason: 'below_neighbours',
    });
    assert.deepEqual(
      others.map(({ plant_id, reason }) => [plant_id, reason]),
      [
        [4, null],
        [1, null],
        [2, null],
        [3, null],
      ],
    );
  });

  it('compares with nobody where there are fewer than five, or none alike', () => {
    const alone = home(9, 20, { orientation: 'north' });
    const ranks = rankHomes([...five, alone]);
    const { share, reason } = ranks.find(({ plant_id }) => plant_id === 9) ?? {};
    assert.deepEqual([share, reason], [null, null]);
    assert.ok(rankHomes(five.slice(1)).every(({ share }) => share === null));
    assert.deepEqual([isGroup(4), isGroup(5)], [false, true]);
    // Nobody said in which district they stand, or where their roofs look to.
    for (const unsaid of [{ district: ' ' }, { orientation: 'unknown' } as const])
      assert.ok(rankHomes(five.map((one) => ({ ...one, ...unsaid }))).every(({ share }) => share === null));
  });

  it('names what is wrong with the data before it says anything of the roof', () => {
    const ranks = rankHomes([
      ...five,
      home(6, 60, { known_days: 4 }),
      home(7, 400, { faults: ['produced_above_possible'] }),
    ]);
    const reason = new Map(ranks.map((rank) => [rank.plant_id, rank.reason]));
    assert.deepEqual([reason.get(6), reason.get(7)], ['missing_days', 'data_fault']);
    // It has no share, and stands first: of thousands of homes the last ones are looked at by nobody.
    assert.deepEqual([ranks[0]?.plant_id, ranks[0]?.yield_kwh_kwp], [7, null]);
  });

  it('does not take what is not known for nothing made', () => {
    assert.equal(rankHomes([home(1, null), home(2, 10, { nominal_kwp: null })])[0]?.yield_kwh_kwp, null);
  });
});
