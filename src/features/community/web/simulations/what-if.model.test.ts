import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulationParameters } from '../../parameters.contract.ts';
import { isAtLimit } from './sizing.model.ts';
import { movedBy, movedFrom } from './what-if.model.ts';

describe('the sliders of a simulation', () => {
  const given = SimulationParameters.parse({ prosumer: 1, apartment: 6, townhouse: 2, service: 1, kwp: 50 });

  it('say the same parameters where nobody has moved them', () => {
    assert.equal(movedBy(given, movedFrom(given)), given);
  });

  it('keep the proportion of the kinds of members, whole ones, that add up', () => {
    const { prosumer, apartment, townhouse, service, kwp, battery_kwh } = movedBy(given, {
      members: 25,
      kwp: 75,
      battery_kwh: 40,
    });
    // 25 × 1/10, 6/10, 2/10, 1/10 = 2.5, 15, 5, 2.5: the half goes to the first of equal remainders.
    assert.deepEqual([prosumer, apartment, townhouse, service, kwp, battery_kwh], [3, 15, 5, 2, 75, 40]);
  });
});

describe('the best size', () => {
  it('is told to lie at the limit of the search, but not where it takes no battery', () => {
    const points = [80, 400, 800].flatMap((kwp) =>
      [0, 200, 400].map((battery_kwh) => ({ kwp, battery_kwh })),
    );
    const told = (kwp: number, battery_kwh: number) => isAtLimit({ kwp, battery_kwh }, points);
    assert.deepEqual(
      [told(800, 0), told(80, 0), told(400, 400), told(400, 0), told(400, 200)],
      [true, true, true, false, false],
    );
    assert.equal(isAtLimit({ kwp: 100, battery_kwh: 0 }, [{ kwp: 100, battery_kwh: 0 }]), false);
  });
});
