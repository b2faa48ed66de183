import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PreviewedDevice } from '../../templates.contract.ts';
import { alikeOf, possible } from './preview.model.ts';

const device = (
  device_id: number,
  likeness: string,
  more: Partial<PreviewedDevice> = {},
): PreviewedDevice => ({
  device_id,
  short_name: `D${device_id}`,
  proj_code: 'P1',
  plant_name: 'P1',
  newest_version: 1,
  template_key: null,
  template_version: null,
  added: 0,
  back: 0,
  changed: 0,
  removed: 0,
  left: 0,
  kept: [],
  fault: null,
  likeness,
  differences: null,
  ...more,
});

describe('what a template would change of many devices', () => {
  it('is told once for all that change alike: what cannot be first, what is so already last', () => {
    const devices = [
      device(1, 'same'),
      device(2, 'few', { changed: 1 }),
      device(3, 'many', { added: 40 }),
      device(4, 'few', { changed: 1 }),
      device(5, 'cannot', { fault: { code: 'virtual' } }),
    ];
    const groups = alikeOf(devices);
    assert.deepEqual(
      groups.map(({ likeness, devices: of, same }) => [likeness, of.length, same]),
      [
        ['cannot', 1, false],
        ['many', 1, false],
        ['few', 2, false],
        ['same', 1, true],
      ],
    );
    assert.deepEqual(
      possible(devices).map(({ device_id }) => device_id),
      [1, 2, 3, 4],
    );
  });
});
