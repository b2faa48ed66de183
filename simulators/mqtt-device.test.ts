import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fleet } from './fleet.ts';
import { unitAnswer } from './main.ts';
import { plantDevices, publishesItself } from './plant-definition.ts';

describe('a simulated device that publishes by MQTT', () => {
  it('is there, and is not behind the gateway of its plant', () => {
    const own = fleet.flatMap((plant) =>
      plantDevices(plant)
        .filter((device) => publishesItself(plant, device))
        .map((device) => ({ plant, device })),
    );
    assert.ok(own.length >= 1);
    for (const { plant, device } of own) {
      assert.equal(unitAnswer(plant, device.unit_id, Date.now()), undefined);
      const [polled] = plantDevices(plant);
      assert.ok(polled && unitAnswer(plant, polled.unit_id, Date.now()));
    }
  });
});
