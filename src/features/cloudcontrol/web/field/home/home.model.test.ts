import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceTree } from '../../../configuration.contract.ts';
import {
  figuresOf,
  groupedRows,
  type HomeFilter,
  mergePlants,
  sortedRows,
  type TreeDevice,
} from './home.model.ts';
import { HomeList } from './home-list.ts';

const device = (id: number, part: Partial<TreeDevice> = {}): TreeDevice => ({
  id,
  device_id: id,
  short_name: `INV${id}`,
  category: 'inverter',
  category_id: null,
  tag_ids: [],
  unit_id: id,
  virtual: false,
  template: false,
  enabled: true,
  state: 'answering',
  asleep: false,
  last_contact_at: null,
  last_reading_at: null,
  success_rate: null,
  latency_ms: null,
  ...part,
});

type Port = DeviceTree[number]['ports'][number];
const port = (id: number, host: string, devices: TreeDevice[], state: Port['state'] = null): Port => ({
  id,
  proj_code: 'A',
  master_id: null,
  name: `Gateway ${id}`,
  protocol: 'modbus',
  type: 'tcp',
  framer: 'tcp',
  host,
  port: 502,
  tty: null,
  timeout_ms: 2000,
  baudrate: 9600,
  bytesize: 8,
  parity: 'none',
  stopbits: 1,
  gap_ms: 0,
  window: 1,
  enabled: true,
  version: 1,
  state,
  devices,
});

const AT = '2026-06-01T10:00:00.000Z';
const result = { connected: true, reason: null, since: AT, seen_at: AT };
const TREE: DeviceTree = [
  {
    proj_code: 'A',
    name: 'Capitanata',
    ports: [
      port(
        1,
        '10.0.0.7',
        [
          device(1, { success_rate: 0.5, last_contact_at: AT }),
          device(2, { state: 'silent', success_rate: 0, latency_ms: 40, tag_ids: [9] }),
        ],
        result,
      ),
      port(2, '10.0.0.8', []),
    ],
    devices: [device(3, { unit_id: null, state: 'template', category: 'other' })],
  },
  { proj_code: 'B', name: 'Mallero', ports: [], devices: [] },
];
const WORDS = {
  categoryOf: ({ category }: TreeDevice) => ({ name: category, label: `Kind ${category}` }),
  tagNames: new Map([[9, 'north roof']]),
};
const filter = (part: Partial<HomeFilter> = {}): HomeFilter => ({ ...HomeList.schema.parse({}), ...part });
const keys = (part: Partial<HomeFilter>) =>
  (part.sort ? sortedRows : groupedRows)(TREE, filter(part), WORDS).map(({ key }) => key);

describe('the home of cloud control', () => {
  it('shows plants, ports and devices, problems first, also those that stand empty', () => {
    assert.deepEqual(keys({}), ['A', 'p1', 'd2', 'd1', 'p2', 'd3', 'B']);
  });

  it('leaves groups out that hold nothing of what is looked for', () => {
    assert.deepEqual(keys({ q: 'inv2' }), ['A', 'p1', 'd2']);
    assert.deepEqual(keys({ q: 'capitanata 0.0.7' }), ['A', 'p1', 'd2', 'd1']);
    assert.deepEqual(keys({ q: 'NORTH' }), ['A', 'p1', 'd2']);
    assert.deepEqual(keys({ q: 'nowhere' }), []);
    assert.deepEqual(keys({ state: 'template' }), ['A', 'd3']);
    assert.deepEqual(keys({ tag: 'north roof' }), ['A', 'p1', 'd2']);
    assert.deepEqual(keys({ category: 'inverter', plant: 'B' }), []);
  });

  it('orders devices alone, what is not known last in either direction', () => {
    assert.deepEqual(keys({ sort: 'latency' }), ['d2', 'd1', 'd3']);
    assert.deepEqual(keys({ sort: 'success' }), ['d2', 'd1', 'd3']);
    assert.deepEqual(keys({ sort: '-success' }), ['d1', 'd2', 'd3']);
    assert.deepEqual(keys({ sort: 'state' }), ['d2', 'd1', 'd3']);
    assert.deepEqual(keys({ sort: 'no such column' }), ['d1', 'd2', 'd3']);
  });

  it('counts what is known, and never makes a share out of nothing', () => {
    const figures = figuresOf(TREE);
    assert.deepEqual(figures.devices, {
      answering: 1,
      silent: 1,
      asleep: 0,
      unknown: 0,
      disabled: 0,
      template: 1,
    });
    assert.deepEqual([figures.ports, figures.connected, figures.cut], [2, 1, 0]);
    assert.equal(figures.success, 0.25);
    assert.equal(figures.known_at, Date.parse(AT));
    assert.deepEqual([figuresOf([]).success, figuresOf([]).known_at], [null, null]);
  });

  it('takes the silence of a night for rest, of devices and of the port that they stand behind', () => {
    const sleeper = device(1, { state: 'silent', asleep: true });
    const closed = { ...result, connected: false };
    const ports = [port(1, '10.0.0.7', [sleeper], closed)];
    const night = [{ proj_code: 'A', name: 'Capitanata', ports, devices: [] }];
    const figures = figuresOf(night);
    assert.deepEqual([figures.devices.asleep, figures.devices.silent, figures.cut], [1, 0, 0]);
    const found = (state: HomeFilter['state']) => groupedRows(night, filter({ state }), WORDS).length;
    assert.deepEqual([found('silent'), found('asleep')], [0, 3]);
  });

  it('takes over the plants that were asked for anew, and drops one that is gone', () => {
    const renewed = [{ proj_code: 'A', name: 'Capitanata 2', ports: [], devices: [] }];
    assert.deepEqual(
      mergePlants(TREE, ['A', 'B'], renewed).map(({ name }) => name),
      ['Capitanata 2'],
    );
    assert.deepEqual(
      mergePlants(TREE, ['A'], renewed).map(({ name }) => name),
      ['Capitanata 2', 'Mallero'],
    );
  });
});
