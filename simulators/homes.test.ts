import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { after, beginOf, homes, powerOf, QUARTER_MS } from './homes.ts';

const NOON = Date.parse('2026-06-20T10:00:00Z');
const WEEK = Array.from({ length: 7 * 96 }, (_, i) => NOON + i * QUARTER_MS);

describe('simulated homes', () => {
  it('are sixty in two projects, some in trouble, in groups that can be compared', () => {
    assert.deepEqual([homes.length, homes.filter(({ project }) => project === 'hub110').length], [60, 30]);
    assert.equal(new Set(homes.map(({ proj_code }) => proj_code)).size, 60);
    const south = homes.filter(({ azimuth_deg, district }) => azimuth_deg > 150 && district === 'Prato');
    assert.ok(south.length >= 5 && homes.filter(({ trouble }) => trouble).length >= 8);
  });

  it('keep what they make, use, store and exchange in balance, quarter by quarter', () => {
    for (const home of homes.slice(0, 8)) {
      let state = beginOf(home);
      for (const at of WEEK) {
        const power = powerOf(home, at, state);
        const rest = power.produced_kw + power.battery_kw - power.grid_kw - power.used_kw;
        assert.ok(Math.abs(rest) < 1e-9 && power.produced_kw <= home.kwp);
        state = after(state, power);
        assert.ok(state.stored_kwh <= (home.storage_kwh ?? 0) + 1e-9, home.name);
      }
      const begin = beginOf(home);
      const [into, out] = [
        state.charged_kwh - begin.charged_kwh,
        state.discharged_kwh - begin.discharged_kwh,
      ];
      assert.ok(out <= into + begin.stored_kwh, 'a battery makes nothing');
      assert.ok(state.produced_kwh > begin.produced_kwh + 7 * home.kwp);
    }
  });

  it('make nothing at night, and less where they are weak', () => {
    const [fine, weak] = [homes[13], homes[12]];
    if (!fine || !weak) throw new Error('no homes');
    const night = Date.parse('2026-06-20T00:00:00Z');
    assert.equal(powerOf(fine, night, beginOf(fine)).produced_kw, 0);
    const of = (home: typeof fine) => powerOf(home, NOON, beginOf(home)).produced_kw / home.kwp;
    assert.ok(of(weak) < 0.8 * of(fine));
  });
});
