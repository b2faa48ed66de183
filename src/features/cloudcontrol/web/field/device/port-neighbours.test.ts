import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DeviceTree } from '../../../configuration.contract.ts';
import { neighboursOf } from './port-neighbours.model.ts';

/** A plant with one port and the devices behind it; the rest of what is answered plays no part. */
const treeOf = (port_id: number, devices: readonly [number, string][]) =>
  [
    {
      proj_code: 'A',
      name: 'Plant A',
      ports: [{ id: port_id, devices: devices.map(([id, short_name]) => ({ id, short_name })) }],
      devices: [],
    },
  ] as unknown as DeviceTree;

it('who else stands behind a port is not known before the devices are, and then it is them or nobody', () => {
  assert.equal(neighboursOf(undefined, 7, 1), null);
  assert.equal(neighboursOf(treeOf(8, [[2, 'INV2']]), 7, 1), null);
  assert.deepEqual(neighboursOf(treeOf(7, [[1, 'INV1']]), 7, 1), []);
  const shared = treeOf(7, [
    [1, 'INV1'],
    [2, 'INV2'],
    [3, 'MET1'],
  ]);
  assert.deepEqual(neighboursOf(shared, 7, 1), ['INV2', 'MET1']);
});
