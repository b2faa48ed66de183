import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../../tests/support/random-community.ts';
import { canonicalJson } from '../../shared/units/canonical-json.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { switchesOf } from './community.model.ts';
import { hoursBehind } from './hours-behind.model.ts';
import { monthAxis } from './measured.model.ts';
import { openMonth } from './opened-month.model.ts';
import { contentOf } from './statement.model.ts';
import { changedFrom, divided, saysTheSame } from './statement-amounts.model.ts';
import type { StatedMember, StatementInputs } from './statement-energies.model.ts';
import type { StatementContent } from './statements.contract.ts';

const MONTH = '2025-03';
const AXIS = monthAxis(MONTH);
const ROOF = 'IT001E99999999';
const always = { from_on: '2025-01-01', until_on: null };
const hours = (kwh: number) => new Array<number>(AXIS.count).fill(kwh);

interface Drawn {
  readonly kwh: readonly number[] | undefined;
  readonly more?: Partial<StatedMember>;
}

/** A roof of 100 kW in the north, owned by its first member, and consumers with what each drew in each hour. */
function inputsOf(drawn: readonly Drawn[], given: Partial<StatementInputs> = {}): StatementInputs {
  const members = drawn.map(({ more }, index): StatedMember => {
    const pod = index === 0 ? ROOF : `IT001E0000000${index}`;
    const id = index + 1;
    return {
      id,
      name: `M${id}`,
      role: index === 0 ? 'producer' : 'consumer',
      kind: 'family',
      level: 1,
      pods: [{ pod, ...always }],
      ...more,
    };
  });
  const plant = { ...always, substation: 'AC1', power_kw: 100, in_operation: '2024-05-01', grant_share: 0 };
  return {
    community: { id: 1, name: 'Valley', legal_form: '', substation: 'AC1', version: 1 },
    rule: {
      management_percent: 10,
      producers_percent: 40,
      consumers_percent: 50,
      equidistribution: false,
      surplus_to: 'consumers',
    },
    members,
    plants: [{ ...plant, proj_code: 'ROOF', name: 'Roof', pod: ROOF }],
    measured: {
      month: MONTH,
      area: 'north',
      zone: 'NORD',
      switches: switchesOf({}),
      prices: new Map(Array.from({ length: AXIS.count }, (_, hour) => [AXIS.start + hour * HOUR_MS, 140])),
      pods: members
        .filter(({ role }) => role !== 'producer')
        .flatMap(({ id, kind, level, pods }) =>
          pods.map((pod) => ({
            ...pod,
            id: `${id} ${pod.pod}`,
            member_id: id,
            substation: 'AC1',
            level,
            kind,
            hours: drawn[id - 1]?.kwh,
          })),
        ),
      plants: [{ ...plant, id: 'ROOF', photovoltaic: true, hours: hours(2) }],
    },
    advance_cents: null,
    others: [],
    ...given,
  };
}
const cents = (rows: readonly { due: { cents: number } }[]) =>
  rows.reduce((sum, { due }) => sum + due.cents, 0);
const SIMPLE = [{ kwh: undefined }, { kwh: hours(0.5) }, { kwh: hours(0.25) }];

describe("a month's statement", () => {
  it('says by hand what 743 hours come to, by part and by member', () => {
    const { energy, money, lines, members, missing, missing_hours } = contentOf(inputsOf(SIMPLE), null);
    // 557.25 kWh of 1,486 are shared: 120 + 10 EUR/MWh, and 10.57 of the network; 37.5 % is below the quota of 55 %.
    assert.deepEqual(energy, {
      injected_kwh: 1486,
      withdrawn_kwh: 557.25,
      shared_kwh: 557.25,
      incentivised_kwh: 557.25,
    });
    assert.deepEqual(money, { incentive_cents: 7244, valorisation_cents: 589, surplus_cents: 0 });
    assert.deepEqual(
      lines.map(({ part, name, due }) => [part, name, due.cents]),
      [
        ['management', '', 783],
        ['producer', 'M1', 3133],
        ['consumer', 'M2', 2611],
        ['consumer', 'M3', 1306],
      ],
    );
    assert.deepEqual(
      [members[1]?.shared_kwh, members[1]?.due_cents, members[0]?.given_kwh],
      [371.5, 2611, 557.25],
    );
    assert.deepEqual([missing, missing_hours], [[], 0]);
  });

  it('adds up to the cent with its parts, its advance and its balance, whoever drew what', () => {
    const random = seeded(20);
    for (let run = 0; run < 20; run++) {
      const drawn = Array.from({ length: 2 + Math.floor(random() * 7) }, () => ({
        kwh: hours(0).map(() => random() * 3),
        more: { kind: random() < 0.3 ? ('firm' as const) : ('family' as const) },
      }));
      const advance_cents = Math.floor(random() * 20_000);
      const { lines, money, total } = contentOf(inputsOf(drawn, { advance_cents }), null);
      assert.equal(cents(lines), total.due.cents);
      assert.equal(
        total.due.cents,
        Object.values(money).reduce((sum, value) => sum + value, 0),
      );
      assert.equal(total.due.advance_cents, advance_cents);
      for (const { due } of lines)
        assert.equal((due.advance_cents ?? 0) + (due.balance_cents ?? 0), due.cents);
    }
    // All that is shared is more than 55 % of the injection: what is above goes to families.
    const inputs = inputsOf([
      { kwh: undefined },
      { kwh: hours(4) },
      { kwh: hours(4), more: { kind: 'firm' } },
    ]);
    const all = contentOf(inputs, null);
    assert.equal(all.money.surplus_cents, Math.round(1486 * 13 * 0.45));
    assert.deepEqual(
      all.lines.filter(({ part }) => part === 'surplus').map(({ name }) => name),
      ['M2'],
    );
    assert.equal(all.notes[0]?.code, 'surplus_so_far');
    // Its hours hold the same part each: 2 kWh × 0.13 €/kWh = 0.26 €, of which 45 % are 0.117 €.
    const opened = openMonth(inputs, ({ axis }) => new Uint32Array(axis.count));
    const behind = hoursBehind(opened, { plant: 'ROOF' });
    assert.ok(Math.abs((behind?.hours[5]?.surplus_eur ?? 0) - 0.117) < 1e-9);
    assert.ok(Math.abs((behind?.plant?.surplus_eur ?? 0) * 100 - all.money.surplus_cents) <= 1);
    assert.deepEqual(
      behind?.surplus?.groups.map(({ group, quota, share }) => [group, quota, share?.toFixed(2)]),
      [
        ['tariff_only', 1, '0.45'],
        ['with_grant', null, '0.00'],
      ],
    );
    // Without readings, or with an hour that has no price, nobody knows its euros; of plants that are not seen nothing.
    const judged = (given: StatementInputs, hidden = 0) => {
      const month = openMonth(given, ({ axis }) => new Uint32Array(axis.count).fill(hidden, 0, 1));
      const { surplus, plant, hours: each = [] } = hoursBehind(month, { plant: 'ROOF' }) ?? {};
      const { quota, share, surplus_eur } = surplus?.groups[0] ?? {};
      return [
        surplus?.month_eur,
        quota,
        share?.toFixed(2),
        surplus_eur,
        plant?.surplus_eur,
        each[5]?.surplus_eur,
      ];
    };
    const { measured } = inputs;
    const prices = new Map([...measured.prices].slice(1));
    const unread = {
      ...inputs,
      measured: { ...measured, pods: measured.pods.map((pod) => ({ ...pod, hours: undefined })) },
    };
    assert.deepEqual(judged(unread), [null, null, undefined, null, null, null]);
    const unpriced = judged({ ...inputs, measured: { ...measured, prices } });
    assert.deepEqual(unpriced.slice(0, 5), [null, 1, '0.45', null, null]);
    assert.deepEqual(judged(inputs, 1), [undefined, undefined, undefined, undefined, null, null]);
  });

  it('names what is not known, and gives the part of a plant without a member to its owner', () => {
    const gap = hours(0.5);
    gap.fill(Number.NaN, 0, 24);
    const stranger = inputsOf([{ kwh: undefined, more: { pods: [] } }, { kwh: gap }, { kwh: undefined }]);
    const { missing, missing_hours, notes, lines } = contentOf(stranger, null);
    assert.deepEqual(
      missing.map(({ name, hours: many }) => [name, many]),
      [
        ['M2', 24],
        ['M3', 743],
      ],
    );
    assert.equal(missing_hours, 767);
    assert.deepEqual(
      notes.map(({ code, name }) => [code, name]),
      [
        ['missing_hours', ''],
        ['plant_without_member', 'Roof'],
      ],
    );
    assert.deepEqual(lines[1]?.proj_code, 'ROOF');
    const unpriced = inputsOf(SIMPLE);
    const priceless = { ...unpriced, measured: { ...unpriced.measured, prices: new Map() } };
    assert.equal(contentOf(priceless, null).unpriced_hours, 743);
  });

  it('gives what a plant earns to whoever had its POD in the month, and says where it passed on', () => {
    const roof = (from_on: string, until_on: string | null) => ({ pods: [{ pod: ROOF, from_on, until_on }] });
    const passedOn = (on: string) => {
      const next = { kwh: undefined, more: { ...roof(on, null), role: 'producer' as const } };
      return contentOf(
        inputsOf([{ kwh: undefined, more: roof('2025-01-01', on) }, { kwh: hours(0.5) }, next]),
        null,
      );
    };
    // Until 11 March 240 hours, from then on 503, of half a kWh each; 40 % of 48.30 + 3.93 € are 20.89.
    for (const [on, given, cents, notes] of [
      ['2025-03-01', [0, 371.5], [2089], []],
      ['2025-03-11', [120, 251.5], [675, 1414], ['plant_parted']],
      ['2025-04-01', [371.5], [2089], []],
    ] as const) {
      const content = passedOn(on);
      const made = content.lines.filter(({ part }) => part === 'producer');
      const { members } = content;
      assert.deepEqual(
        [
          members.filter(({ name }) => name !== 'M2').map(({ given_kwh }) => given_kwh),
          made.map(({ due }) => due.cents),
          content.notes.map(({ code }) => code),
        ],
        [given.filter((kwh) => kwh > 0), cents, notes],
        on,
      );
    }
    // Who has it from the 25th is paid from then on: 24 days of 24 hours are its owner's. The 30 % count one plant.
    const late = contentOf(
      inputsOf([{ kwh: undefined, more: roof('2025-03-25', null) }, { kwh: hours(0.5) }]),
      null,
    );
    assert.deepEqual(
      late.lines
        .filter(({ part }) => part === 'producer')
        .map(({ member_id, proj_code, due }) => [member_id, proj_code, due.cents]),
      // 20.89 € by 576 and 167 of 743 hours.
      [
        [null, 'ROOF', 1619],
        [1, null, 470],
      ],
    );
    assert.deepEqual(
      [late.members[0]?.given_kwh, late.notes.map(({ code }) => code)],
      [83.5, ['plant_partly_without_member']],
    );
    const undated = inputsOf(SIMPLE);
    const plants = undated.measured.plants.map((plant) => ({ ...plant, in_operation: null }));
    const { notes, money } = contentOf({ ...undated, measured: { ...undated.measured, plants } }, null);
    assert.deepEqual(
      [notes.map(({ code }) => code), money.incentive_cents],
      [['plant_without_operation_date'], 0],
    );
  });

  it('holds as a correction what it changes, also for whoever is due nothing any more', () => {
    const first = contentOf(inputsOf(SIMPLE), null);
    assert.ok(saysTheSame(first, contentOf(inputsOf(SIMPLE), first)));
    const second = contentOf(inputsOf(SIMPLE.slice(0, 2)), first);
    assert.ok(!saysTheSame(first, second));
    assert.equal(second.total.change.cents, second.total.due.cents - first.total.due.cents);
    const gone = second.lines.find(({ name }) => name === 'M3');
    assert.deepEqual([gone?.due.cents, gone?.change.cents], [0, -1306]);
    // Who was due nothing then, and has left before the month, is in no statement of it.
    const former = { pods: [{ pod: 'IT001E00000003', from_on: '2025-01-01', until_on: '2025-03-01' }] };
    const left = contentOf(inputsOf([...SIMPLE, { kwh: undefined, more: former }]), first);
    assert.deepEqual(
      [left.members, left.lines.length],
      [first.members.map((row) => ({ ...row, change_cents: 0 })), 4],
    );
    assert.ok(saysTheSame(first, left));
    const third = contentOf(inputsOf(SIMPLE, { advance_cents: 5000 }), second);
    const paid = [first, second, third].map(({ lines }) =>
      lines.filter(({ name }) => name === 'M3').reduce((sum, { change }) => sum + change.cents, 0),
    );
    assert.deepEqual(paid, [1306, -1306, 1306]);
    // Nobody told an advance before: what it changes of it is not known.
    assert.equal(third.total.change.advance_cents, null);
    assert.equal(third.total.due.advance_cents, 5000);
  });

  it('gives an advance of a month that came to nothing to the community, and is one text however it was kept', () => {
    const line = { part: 'management' as const, member_id: null, proj_code: null, name: '', cents: 0 };
    const { lines } = changedFrom(divided([line, { ...line, part: 'social_fund' }], 700), null);
    assert.deepEqual(
      lines.map(({ due }) => [due.advance_cents, due.balance_cents]),
      [
        [700, -700],
        [0, 0],
      ],
    );
    assert.equal(
      canonicalJson({ b: [1, { d: null, c: 'è' }], a: 0.1 }),
      '{"a":0.1,"b":[1,{"c":"è","d":null}]}',
    );
  });

  it('judges the surplus over the year: what its months tell comes to what the year is, and less sharing takes some back', () => {
    const month = (kwh: number, others: StatementInputs['others']) =>
      contentOf({ ...inputsOf([{ kwh: undefined }, { kwh: hours(kwh) }]), others }, null);
    const kept = ({ surplus_basis, money: { surplus_cents } }: StatementContent) => ({
      month: '2025-01',
      basis: surplus_basis ?? null,
      surplus_cents,
    });
    const much = month(2, []);
    // All of it is shared: 45 parts in 100 lie above the quota of 55 %.
    const incentive = much.money.incentive_cents + much.money.surplus_cents;
    assert.ok(Math.abs(much.money.surplus_cents - incentive * 0.45) <= 1);
    const little = month(0.5, [kept(much)]);
    assert.ok(little.money.surplus_cents < 0, 'it takes back what the first month told too much');
    // Over both 62.5 % were shared of which 7.5 lie above the quota.
    const both = incentive + little.money.incentive_cents + little.money.surplus_cents;
    const told = much.money.surplus_cents + little.money.surplus_cents;
    assert.ok(Math.abs(told - (both * (0.625 - 0.55)) / 0.625) <= 2);
    assert.equal(
      cents(little.lines),
      little.money.incentive_cents + little.money.valorisation_cents + little.money.surplus_cents,
    );
    // The first one corrected after the second was closed: both come to what they do when they are closed in their order.
    const corrected = month(1.5, [{ ...kept(little), month: '2025-12' }]);
    const first = month(1.5, []);
    const second = month(0.5, [kept(first)]);
    const sum = (...rows: StatementContent[]) =>
      rows.reduce((all, { money: { surplus_cents } }) => all + surplus_cents, 0);
    assert.ok(Math.abs(sum(corrected, little) - sum(first, second)) <= 2);
    assert.notEqual(corrected.money.surplus_cents, first.money.surplus_cents);
    assert.deepEqual(
      little.notes.map(({ code }) => code).filter((code) => code.startsWith('surplus')),
      ['surplus_so_far', 'surplus_months_missing'],
    );
  });

  it('shares nothing of existing plants beyond 30 % of the power, unless that is switched off', () => {
    const inputs = inputsOf([{ kwh: undefined }, { kwh: hours(5) }]);
    const [roof] = inputs.measured.plants;
    assert.ok(roof);
    const old = (power_kw: number) => ({ ...roof, id: 'OLD', power_kw, in_operation: '2020-01-01' });
    const shared = (
      power_kw: number,
      existing_beyond: 'left_out' | 'counted',
      more: readonly object[] = [],
    ) =>
      contentOf(
        {
          ...inputs,
          measured: {
            ...inputs.measured,
            plants: [roof, old(power_kw), ...more.map((row) => ({ ...roof, ...row }))],
            switches: switchesOf({ existing_beyond }),
          },
        },
        null,
      ).energy.shared_kwh;
    // 30 of 100 kW fit beside the new plant's 70: here 42.8 beside its 100.
    assert.deepEqual([shared(42.8, 'left_out'), shared(43, 'left_out')], [4 * 743, 2 * 743]);
    assert.equal(shared(43, 'counted'), 4 * 743);
    // A plant of 500 kW that left in February, or joins in April, makes no room beside the 100 that are there in March.
    for (const stretch of [
      { from_on: '2025-01-01', until_on: '2025-03-01' },
      { from_on: '2025-04-01', until_on: null },
    ])
      assert.equal(shared(43, 'left_out', [{ ...stretch, id: 'BIG', power_kw: 500 }]), 2 * 743);
    const within = { id: 'BIG', power_kw: 500, from_on: '2025-03-31', until_on: null };
    assert.equal(shared(43, 'left_out', [within]), 4 * 743 + 24);
  });
});
