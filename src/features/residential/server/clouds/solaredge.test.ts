import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_COUNTS, readingsOf } from '../../cloud-readings.model.ts';
import { invertersAnswer, metersAnswer, storageAnswer } from './answers.fixture.ts';
import { paceOf } from './cloud-keeper.ts';
import { solarEdge } from './solaredge.ts';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const FROM = Date.parse('2026-06-19T06:00:00Z');
const TOLD = { from: FROM, to: FROM + HOUR, silent_at: FROM + QUARTER };
const read = () => solarEdge.read([invertersAnswer(TOLD), metersAnswer(TOLD), storageAnswer(TOLD)]);

describe('the cloud of SolarEdge', () => {
  it('is asked by the time of the site, with the key in a header alone', () => {
    const site = { site_id: '1148616', time_zone: 'Europe/Rome', with_storage: true, ...TOLD };
    const [inverters, meters, storage, ...more] = solarEdge.questions(site);
    assert.equal(
      inverters,
      '/v2/sites/1148616/inverters/telemetry?resolution=QUARTER_HOUR&from=2026-06-19T08%3A00%3A00&to=2026-06-19T09%3A00%3A00',
    );
    assert.match(`${meters} ${storage}`, /meters\/telemetry.* .*storage\/telemetry/);
    assert.deepEqual(more, []);
    assert.equal(solarEdge.questions({ ...site, with_storage: false }).length, 2);
    assert.deepEqual(solarEdge.headers('secret'), { 'x-api-key': 'secret' });
  });

  it('tells quarters, of which what one device did not tell is not known', () => {
    const [first, second] = read();
    assert.deepEqual(first, {
      ...{ at: FROM, produced_kwh: 1, produced_kw: 4, imported_kwh: 0, exported_kwh: 0.5, grid_kw: 2 },
      ...{ charged_kwh: 0.25, discharged_kwh: 0, battery_kw: -1, charge_pct: 50, capacity_kwh: 9.4 },
    });
    assert.deepEqual([second?.produced_kwh, second?.produced_kw, second?.exported_kwh], [null, null, 0.5]);
    assert.throws(() => solarEdge.read([{ title: 'Not Found' }, metersAnswer(TOLD), storageAnswer(TOLD)]));
  });

  it('becomes counters that run on, the same however often they are read', () => {
    const start = { until: FROM, counters: { ...NO_COUNTS, exported: 10 } };
    const settled = FROM + 2 * QUARTER;
    const { readings, state } = readingsOf(start, read(), settled);
    const shown = (variable: string, device = 'inverter') =>
      readings
        .filter((one) => one.variable === variable && one.device === device)
        .map(({ ts, value }) => [(ts - FROM) / QUARTER, value]);
    // Nothing is known of the second quarter: it stays a gap.
    assert.deepEqual(shown('energy_total_kwh'), [
      [0, 0],
      [1, 1],
      [3, 2],
      [4, 3],
    ]);
    assert.deepEqual(shown('energy_total_kwh', 'grid').at(-1), [4, 12]);
    assert.deepEqual(shown('ac_power_kw'), [
      [0, 4],
      [2, 4],
      [3, 4],
    ]);
    assert.deepEqual([state.until, state.counters.produced, state.counters.exported], [settled, 1, 11]);
    const again = readingsOf(state, read(), settled);
    const energies = (of: typeof readings) =>
      of.filter(({ ts, variable }) => ts > settled && variable === 'energy_total_kwh');
    assert.deepEqual(energies(again.readings), energies(readings));
  });

  it('is asked no more often than its quota allows', () => {
    assert.equal(paceOf(1, 300), QUARTER);
    assert.equal(paceOf(100, 300), 24 * HOUR);
  });
});
