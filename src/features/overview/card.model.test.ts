import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardOf, instant, type LivePlant } from './card.model.ts';
import { Card } from './overview.contract.ts';

const NOON = Date.parse('2026-06-20T11:00:00Z');
const MIDNIGHT = Date.parse('2026-06-20T23:00:00Z');
const MINUTE = 60_000;

const plant: LivePlant = {
  proj_code: 'P1',
  name: 'Plant one',
  production_type: 'photovoltaic',
  potenza_nominale: 100,
  latitude: 41.9,
  longitude: 12.5,
  comune: 'Roma (RM)',
  time_zone: 'Europe/Rome',
  snooze_date: null,
  snooze_kind: 'mute',
  power_kw: 55.5,
  power_partial: true,
  production: 210,
  irradianza: 801,
  last_reading_at: NOON - MINUTE,
  poll_s: 60,
  error: true,
  warning: false,
  string_w: true,
  lost_ports: false,
  lost: false,
  spark_day: '2026-06-20',
};

describe("a plant's card", () => {
  it('writes instants as dates do', () => {
    for (const at of [
      0,
      -1,
      999.9,
      -0.5,
      NOON,
      NOON + 7,
      NOON + 59_999,
      NOON + 60_000.25,
      253_402_300_799_999,
      -62_198_755_200_000,
    ])
      assert.equal(instant(at), new Date(at).toISOString());
    for (let i = 0; i < 2000; i++)
      assert.equal(instant(NOON + i * 61_001), new Date(NOON + i * 61_001).toISOString());
    assert.throws(() => instant(Number.NaN), RangeError);
  });

  it('carries no noise of adding up', () => {
    const noisy = { ...plant, production: 108.20000000018626, power_kw: 0.1 + 0.2, irradianza: null };
    const { production, power_kw, irradianza } = cardOf(noisy, NOON);
    assert.deepEqual([production, power_kw, irradianza], [108.2, 0.3, null]);
  });

  it('is the plant with its kept figures', () => {
    assert.deepEqual(Card.parse(cardOf(plant, NOON)), {
      code: 'P1',
      descr: 'Plant one',
      error: 1,
      warning: 0,
      string_w: true,
      snooze_date: null,
      snooze_kind: 'mute',
      potenza_nominale: 100,
      production: 210,
      irradianza: 801,
      power_kw: 55.5,
      partial: true,
      lost: false,
      last_reading_at: '2026-06-20T10:59:00.000Z',
      no_data: false,
      asleep: false,
      productionType: 'photovoltaic',
      comune: 'Roma (RM)',
      time_zone: 'Europe/Rome',
    });
  });
  it("does not show yesterday's production as today's", () => {
    assert.equal(cardOf({ ...plant, spark_day: '2026-06-19' }, NOON).production, null);
    assert.equal(cardOf({ ...plant, spark_day: null }, NOON).production, null);
  });
  it('has no data after an hour of silence, but sleeps at night', () => {
    const silent = { ...plant, last_reading_at: NOON - 61 * MINUTE };
    assert.deepEqual(flags(silent, NOON), { no_data: true, asleep: false });
    assert.deepEqual(flags(silent, MIDNIGHT), { no_data: false, asleep: true });
    assert.deepEqual(flags({ ...silent, production_type: 'hydro' }, MIDNIGHT), {
      no_data: true,
      asleep: false,
    });
    assert.deepEqual(flags({ ...silent, longitude: null }, MIDNIGHT), { no_data: true, asleep: false });
    assert.deepEqual(flags({ ...silent, poll_s: 1800 }, NOON), { no_data: false, asleep: false });
    assert.deepEqual(flags({ ...plant, last_reading_at: null }, NOON), { no_data: true, asleep: false });
  });
});

function flags(of: LivePlant, now: number) {
  const { no_data, asleep } = cardOf(of, now);
  return { no_data, asleep };
}
