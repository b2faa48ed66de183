import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reason } from '../../configured.contract.ts';
import type { FieldTask } from '../../field-tools.contract.ts';
import { AWAITED, outcomeOf, roundsFor, silencesOf } from './answers.model.ts';
import { placeOfFault } from './bodies.model.ts';
import { blankDraft } from './draft.fixture.ts';
import type { Row } from './draft.model.ts';
import { isBlank, isStrange, tellingOf, usualModel } from './plausible.model.ts';

const task = (part: Partial<FieldTask>): FieldTask => ({
  position: 0,
  kind: 'test',
  unit_id: 1,
  state: 'ended',
  asked_at: '2026-06-21T10:00:00Z',
  reason: null,
  read: null,
  found: [],
  test: null,
  ...part,
});
const row = (n: number, more: Partial<Row> = {}): Row => ({
  key: `k${n}`,
  short_name: `INV${n}`,
  host: '10.0.0.1',
  port: '502',
  unit_id: String(n),
  serial_number: '',
  nominal_power: '',
  ...more,
});
const rows = (count: number, more: (n: number) => Partial<Row> = () => ({})): Row[] =>
  Array.from({ length: count }, (_, i) => row(i + 1, more(i + 1)));

describe('what a row answered', () => {
  it('is read only where something came', () => {
    const refused = { code: 'exception', exception: 2 };
    const values = [
      { name: 'a', value: null, reason: refused },
      { name: 'b', value: 0, reason: null },
    ];
    const some = outcomeOf(task({ test: { values, attributes: [], latency_ms: 9 } }));
    assert.deepEqual(
      [some.reason, some.read, some.asked, some.values],
      [null, 1, 2, [{ name: 'b', value: 0 }]],
    );
    const none = outcomeOf(task({ test: { values: values.slice(0, 1), attributes: [], latency_ms: 9 } }));
    assert.deepEqual(none.reason, refused);
    assert.deepEqual(outcomeOf(task({ kind: 'find' })).reason, { code: 'not_sunspec' });
    assert.equal(outcomeOf(task({ state: 'running' })).reason, null);
  });

  it('looks wrong where no device could read so', () => {
    assert.ok(
      isStrange('frequency_hz', 20_556) &&
        isStrange('ac_power_kw', 3_221_225) &&
        isStrange('power_factor', 98),
    );
    assert.ok(!isStrange('frequency_hz', 0) && !isStrange('ac_power_kw', -3) && !isStrange('other', 1e12));
  });

  it('looks wrong where every one of many registers is 0, and not where few are', () => {
    const zeros = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `v${i}`, value: 0 }));
    assert.ok(isBlank({ ...AWAITED, values: zeros(8) }));
    assert.ok(!isBlank({ ...AWAITED, values: zeros(7) }));
    assert.ok(!isBlank({ ...AWAITED, values: [...zeros(20), { name: 'frequency_hz', value: 50 }] }));
  });

  it('tells the power first, one value of each quantity', () => {
    const quantities: Record<string, string> = {
      l1: 'ac_voltage_v',
      l2: 'ac_voltage_v',
      f: 'frequency_hz',
      p: 'ac_power_kw',
    };
    const values = ['x', 'l1', 'l2', 'f', 'p'].map((name) => ({ name }));
    assert.deepEqual(
      tellingOf(values, (name) => quantities[name], 3).map(({ name }) => name),
      ['p', 'f', 'l1'],
    );
  });

  it('knows which model most of them are', () => {
    const of = (...models: string[]) => usualModel(models.map((model) => ({ ...AWAITED, model })));
    assert.deepEqual([of('A', 'B', 'B', ''), of('A', 'B'), of()], ['B', '', '']);
  });
});

describe('rows that are silent', () => {
  it('stand together by the code of why, with every reason that differs', () => {
    const silent = (reason: object) => ({ ...AWAITED, state: 'ended' as const, reason: reason as Reason });
    const outcomes = new Map([
      ['k1', silent({ code: 'refused_address', address: '10.0.0.1' })],
      ['k2', { ...AWAITED, state: 'ended' as const }],
      ['k3', silent({ code: 'refused_address', address: '10.0.0.3' })],
      ['k4', silent({ code: 'timeout', timeout_ms: 2000 })],
    ]);
    assert.deepEqual(
      silencesOf(rows(5), outcomes).map(({ reasons, names }) => [reasons.length, names]),
      [
        [2, ['INV1', 'INV3']],
        [1, ['INV4']],
      ],
    );
  });
});

describe('what is asked of the field', () => {
  const draft = { ...blankDraft('P1'), template_key: 'x' };

  it('is one question by a template', () => {
    const [first, ...more] = roundsFor(rows(100), draft, null);
    assert.equal(more.length, 0);
    assert.equal(first?.keys.length, 100);
    assert.ok(first?.question.kind === 'test' && first.question.tests.length === 100);
  });

  it('is one for each gateway, and for so many unit ids as one may name, where devices say what they are', () => {
    const itself = { ...draft, kind: 'sunspec' as const };
    const behind = roundsFor(rows(40), itself, null);
    assert.deepEqual(
      behind.map(({ keys }) => keys.length),
      [32, 8],
    );
    const apart = roundsFor(
      rows(3, (n) => ({ host: `10.0.0.${n}`, unit_id: '1' })),
      itself,
      null,
    );
    assert.deepEqual(
      apart.map(({ question }) => question.kind === 'find' && question.unit_ids),
      [[1], [1], [1]],
    );
    const [standing] = roundsFor(rows(2), itself, 7);
    assert.deepEqual(standing?.question.kind === 'find' && standing.question.target, { port_id: 7 });
  });
});

describe('a fault that the server names', () => {
  it('belongs to a field of a row, or to none', () => {
    const at = (path: string) => placeOfFault({ path, message: '' }, ['a', 'b']);
    assert.deepEqual(at('devices.1.short_name'), { key: 'b', field: 'short_name' });
    assert.deepEqual(at('devices.0.port.host'), { key: 'a', field: 'host' });
    assert.equal(at('devices.0.variables.3.name'), undefined);
    assert.equal(at('devices.9.unit_id'), undefined);
    assert.equal(at('proj_code'), undefined);
  });
});
