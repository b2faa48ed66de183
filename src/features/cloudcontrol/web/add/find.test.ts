import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTask as task } from '../../../../../tests/support/field-tasks.ts';
import { allowLine } from '../../../../shared/contract/allow-line.ts';
import type { FoundDevice } from '../../field-tools.contract.ts';
import { adviceFor } from './advice.model.ts';
import { bodyFor, choiceFaults, proposalsFor } from './choices.model.ts';
import { blankFind } from './draft.fixture.ts';
import { firstOf, groupedWarnings, keyOf, machinesOf, resultsOf, unmeasured } from './find.model.ts';
import { type FindTyped, questionOf } from './find-form.model.ts';
import { asTurned, hasDirection, powerNow } from './power-direction.model.ts';

const seen = (name: string, value: number | null): FoundDevice['variables'][number] => ({
  name,
  value,
  of_name: {
    label_en: name,
    label_it: name,
    unit: '',
    decimals: 0,
    group_name: '',
    kind: 'gauge',
    quantity: name === 'ac_power_kw' ? 'ac_power_kw' : 'other',
  },
});
const device = (unit_id: number, change: Partial<FoundDevice> = {}): FoundDevice => ({
  unit_id,
  base: 40_000,
  manufacturer: 'Aurora',
  model: 'A1',
  options: '',
  firmware: '',
  serial_number: '',
  category: 'inverter',
  nominal_power: 12.5,
  short_name: 'A1',
  models: [],
  variables: [seen('fans', null), seen('heat', 3), seen('ac_power_kw', 7)],
  attributes: [],
  warnings: [],
  device_id: null,
  ...change,
});
describe('what a search brought', () => {
  it('puts units together of which the same was said, and takes no unit for found before it answered', () => {
    const silent = { code: 'timeout', timeout_ms: 2000 };
    const results = resultsOf([
      task(1, { found: [device(1)] }),
      task(2, { reason: silent }),
      task(3, { reason: { ...silent } }),
      task(4, {}),
      task(5, { state: 'running' }),
      task(6, { state: 'waiting' }),
    ]);
    assert.deepEqual(
      results.silences.map(({ reason, units }) => [reason.code, units]),
      [
        ['timeout', [2, 3]],
        ['not_sunspec', [4]],
      ],
    );
    assert.deepEqual([results.found.length, results.ended, results.asking], [1, 4, [5]]);
  });

  it('counts one machine for what one unit holds, or what gives one serial number', () => {
    const machines = machinesOf([
      device(1, { serial_number: 'A' }),
      device(2, { serial_number: 'A' }),
      device(3, { serial_number: 'B' }),
      device(3, { serial_number: 'M', category: 'exchange_meter' }),
      device(4),
      device(5),
    ]);
    assert.deepEqual(
      machines.map((units) => units.map(({ unit_id }) => unit_id)),
      [[1, 2], [3, 3], [4], [5]],
    );
  });

  it('shows what is measured first, and never counts what is not as a value', () => {
    const { variables } = device(1);
    assert.deepEqual(
      firstOf(variables, 2).map(({ name }) => name),
      ['ac_power_kw', 'heat'],
    );
    assert.equal(unmeasured(variables), 1);
  });

  it('says a warning once, whatever a broken chain repeats', () => {
    const empty = Array.from({ length: 120 }, (_, i) => ({ code: 'empty_model', id: 9, address: i }));
    assert.deepEqual(
      groupedWarnings([...empty, { code: 'asleep' }]).map(({ warning, more }) => [warning.code, more]),
      [
        ['empty_model', 119],
        ['asleep', 0],
      ],
    );
  });

  it('gives every failure an advice, and an address the line that would allow it', () => {
    assert.equal(adviceFor({ code: 'nobody_polls' }), 'nobody');
    assert.equal(adviceFor({ code: 'something newer' }), 'again');
    const refused = { code: 'refused_address', address: 'fd00::7', port: 502 };
    assert.equal(adviceFor(refused), 'allow');
    assert.equal(
      allowLine(3, { host: 'fd00::7', port: 502 }),
      'npm run admin -- allow --company 3 [fd00::7]:502',
    );
    assert.equal(allowLine(3, { tty: '/dev/ttyUSB0' }), 'npm run admin -- allow --company 3 /dev/ttyUSB0');
  });
});

describe('what is added of it', () => {
  const two = [device(1), device(2), device(3, { device_id: 9, short_name: 'OLD' })];

  it('proposes names that are free, and leaves out what stands already', () => {
    const proposed = [...proposalsFor(two, ['A1', 'OLD'], 'it').values()];
    assert.deepEqual(
      proposed.map(({ short_name, chosen, nominal_power }) => [short_name, chosen, nominal_power]),
      [
        ['A1-2', true, '12,5'],
        ['A1-3', true, '12,5'],
        ['OLD', false, '12,5'],
      ],
    );
  });

  it('chooses one that answers at several units once', () => {
    const again = device(2, { warnings: [{ code: 'same_device', unit: 1 }] });
    const chosen = [...proposalsFor([device(1), again], [], 'en').values()].map((one) => one.chosen);
    assert.deepEqual(chosen, [true, false]);
  });

  it('refuses names that are taken or none, of what is chosen only', () => {
    const choices = proposalsFor(two, [], 'en');
    const [first, second] = two.map(keyOf);
    const change = (key: string | undefined, part: object) => {
      const choice = choices.get(key ?? '');
      if (choice) Object.assign(choice, part);
    };
    change(first, { short_name: 'with blanks' });
    change(second, { nominal_power: 'much' });
    assert.deepEqual([...choiceFaults(choices, []).values()], ['name_form', 'power']);
    change(first, { short_name: 'TAKEN' });
    change(second, { chosen: false });
    assert.deepEqual([...choiceFaults(choices, ['TAKEN'])], [[first, 'name_taken']]);
  });

  it('sends no values, and leaves out what is not measured only where that was asked for', () => {
    const [choice] = proposalsFor(two, [], 'en').values();
    assert.ok(choice);
    const whole = bodyFor(device(1), choice, { port_id: 5 });
    assert.equal(whole.variables.length, 3);
    assert.ok(whole.variables.every((variable) => !('value' in variable)));
    assert.equal(whole.serial_number, null);
    assert.equal(whole.template_key, 'sunspec');
    const measured = bodyFor(device(1), { ...choice, measured_only: true }, { port_id: 5 });
    assert.equal(measured.variables.length, 2);
  });
});

describe('the direction of a meter’s power', () => {
  const read = (name: string, value: number | null) => ({
    ...seen(name, value),
    register: {
      function_code: 3 as const,
      address: 9,
      data_type: 'int16' as const,
      word_order: 'ABCD' as const,
      bit: null,
      bit_count: 1,
      factor: 0.001,
      value_offset: 0,
      scale_address: 10,
      sentinel: true,
    },
  });
  const names = ['ac_power_kw', 'ac_power_l1_kw', 'reactive_power_kvar', 'energy_import_kwh', 'power_factor'];
  const meter = device(1, { category: 'exchange_meter', variables: names.map((name) => read(name, 2)) });
  const added = (found: FoundDevice, part: object) => {
    const [choice] = proposalsFor([found], [], 'en').values();
    assert.ok(choice);
    return bodyFor(found, { ...choice, ...part }, { port_id: 5 });
  };
  const factors = (part: object) => added(meter, part).variables.map(({ register }) => register?.factor);

  it('is as the meter says, or turned round for its powers and nothing else', () => {
    assert.deepEqual(factors({}), Array(5).fill(0.001));
    assert.deepEqual(factors({ turned: true }), [-0.001, -0.001, -0.001, 0.001, 0.001]);
    assert.deepEqual(
      asTurned(meter.variables, true).map(({ value }) => value),
      [-2, -2, -2, 2, 2],
    );
    assert.deepEqual(asTurned([read('ac_power_kw', null)], true)[0]?.value, null);
    assert.deepEqual(powerNow(meter), { value: 2, unit: '' });
  });

  it('is asked of meters that tell a power, and forgotten of what is added as something else', () => {
    assert.equal(hasDirection(meter, 'exchange_meter'), true);
    assert.equal(hasDirection(meter, 'inverter'), false);
    assert.equal(hasDirection(device(1, { variables: [] }), 'production_meter'), false);
    assert.deepEqual(factors({ turned: true, category: 'inverter' }), Array(5).fill(0.001));
  });
});

describe('where to look', () => {
  const typed = (part: Partial<FindTyped>): FindTyped => ({
    ...blankFind('P', ''),
    host: '10.0.0.7',
    ...part,
  });
  const faultsIn = (part: Partial<FindTyped>) =>
    [...(questionOf(typed(part), undefined).faults ?? [])].map(([name, { code }]) => `${name} ${code}`);

  it('asks a new address, or a port that stands', () => {
    const { question } = questionOf(typed({ units: '1, 3' }), undefined);
    assert.deepEqual(question, {
      kind: 'find',
      target: { host: '10.0.0.7', port: 502, framer: 'tcp', timeout_ms: 2000 },
      unit_ids: [1, 3],
    });
    const behind = questionOf(typed({ port_id: '4', host: '', base: '39999' }), 'rtu').question;
    assert.deepEqual(behind, { kind: 'find', target: { port_id: 4 }, unit_ids: [1], bases: [39_999] });
  });

  it('names every field at fault', () => {
    assert.deepEqual(faultsIn({ proj_code: '', host: '' }), ['proj_code required', 'host required']);
    assert.deepEqual(faultsIn({ host: 'http://x', port: '0', units: '1-40' }), [
      'host host',
      'port out_of_range',
      'units many',
    ]);
    assert.deepEqual(faultsIn({ framer: 'rtu', units: '0' }), ['units unit']);
    assert.deepEqual(faultsIn({ base: '70000', timeout_ms: 'x' }), [
      'timeout_ms wrong_type',
      'base out_of_range',
    ]);
  });
});
