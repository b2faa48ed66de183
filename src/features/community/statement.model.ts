import { inCents } from '../../energy/community/cents.ts';
import { networkUnit } from '../../energy/community/other-money.ts';
import { EXISTING, GRANT, NETWORK, notesOn, SURPLUS, TARIFF } from '../../energy/community/rules.ts';
import { total } from '../../energy/community/settle.ts';
import { type SplitLine, splitMoney } from '../../energy/community/split.ts';
import { withoutNoise } from '../../shared/units/units.ts';
import { type SettledMonth, settleMonth } from './measured.model.ts';
import { changedFrom, divided, isDue } from './statement-amounts.model.ts';
import {
  gapsOf,
  inMonth,
  type MemberEnergies,
  type MonthInputs,
  memberEnergies,
  notesOf,
  type StatementInputs,
  sumOf,
} from './statement-energies.model.ts';
import { surplusBasis, surplusOf } from './statement-surplus.model.ts';
import type { StatementContent, StatementLine, SurplusBasis } from './statements.contract.ts';

interface Money {
  /** Incentive without its surplus, and what the network gives back. */
  readonly pot_eur: number;
  readonly surplus_eur: number;
}

/** Money of the month, and its parts in whole cents that come to the same. */
function moneyOf(
  inputs: MonthInputs,
  settled: SettledMonth,
  basis: readonly SurplusBasis[],
): [Money, StatementContent['money']] {
  const { month, switches } = inputs.measured;
  const { hours } = settled.settlement;
  const surplus_eur = surplusOf(inputs, basis);
  const incentive_eur = total(hours.incentive_eur) - surplus_eur;
  const network_eur = total(hours.shared_kwh) * networkUnit(month, switches);
  const [incentive_cents = 0, valorisation_cents = 0, surplus_cents = 0] = inCents(
    [incentive_eur, network_eur, surplus_eur],
    ['incentive', 'network', 'surplus'],
  );
  return [
    // What is divided are the cents that the statement tells.
    { pot_eur: (incentive_cents + valorisation_cents) / 100, surplus_eur: surplus_cents / 100 },
    { incentive_cents, valorisation_cents, surplus_cents },
  ];
}

type Payee = Pick<StatementLine, 'member_id' | 'proj_code' | 'name'>;
const COMMUNITY: Payee = { member_id: null, proj_code: null, name: '' };
const ofMember = (id: number): string => `member ${id}`;

/** Who gave energy that was shared, and how much; of days on which no member had a plant's POD, its owner. */
function producersOf({ members, plants, measured }: MonthInputs, settled: SettledMonth) {
  const made = new Map(settled.settlement.plants.map((row) => [row.id, total(row.shared_kwh)]));
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const rows = plants.flatMap(({ proj_code, name }) =>
    measured.plants
      .filter(({ plant }) => plant === proj_code)
      .map(({ id, holder }) => {
        const payee: Payee =
          holder === null
            ? { member_id: null, proj_code, name }
            : { member_id: holder, proj_code: null, name: names.get(holder) ?? '' };
        return {
          id: holder === null ? `plant ${proj_code}` : ofMember(holder),
          payee,
          kwh: made.get(id) ?? 0,
        };
      }),
  );
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    id,
    payee: own[0]?.payee ?? COMMUNITY,
    shared_kwh: sumOf(own, ({ kwh }) => kwh),
  }));
}

/** The month's money to the cent, each line with whose it is. */
function linesOf(
  inputs: MonthInputs,
  energies: readonly MemberEnergies[],
  { settled, money }: { settled: SettledMonth; money: Money },
) {
  const producers = producersOf(inputs, settled);
  const consumers = energies
    .filter(({ role }) => role !== 'producer')
    .map(({ id, shared_kwh, presence, kind }) => ({
      id: ofMember(id),
      shared_kwh,
      presence,
      enterprise: kind === 'firm',
    }));
  const payees = new Map<string, Payee>([
    ...inputs.members.map(
      ({ id, name }) => [ofMember(id), { member_id: id, proj_code: null, name }] as const,
    ),
    ...producers.map(({ id, payee }) => [id, payee] as const),
  ]);
  const split: readonly SplitLine[] = splitMoney(money, inputs.rule, { producers, consumers });
  return split
    .filter(({ part, cents }) => cents !== 0 || (part !== 'surplus' && part !== 'social_fund'))
    .map(({ part, id, cents }) => ({ part, ...(payees.get(id ?? '') ?? COMMUNITY), cents }));
}

/** Members that were due something in the corrected statement and do not belong to the month any more: their lines take it back. */
function goneFrom(energies: readonly MemberEnergies[], corrected: StatementContent | null): MemberEnergies[] {
  const here = new Set(energies.map(({ id }) => id));
  const due = new Set((corrected?.lines ?? []).filter(isDue).map(({ member_id }) => member_id));
  return (corrected?.members ?? [])
    .filter(({ id }) => !here.has(id) && due.has(id))
    .map(({ due_cents: _, change_cents: __, ...member }) => ({
      ...member,
      presence: 0,
      withdrawn_kwh: 0,
      shared_kwh: 0,
      injected_kwh: 0,
      given_kwh: 0,
      missing_hours: 0,
    }));
}

/** What a month comes to, and what that changes of the statement that it corrects. */
export function contentOf(given: StatementInputs, corrected: StatementContent | null): StatementContent {
  const inputs = inMonth(given);
  const { community, measured, advance_cents } = inputs;
  const settled = settleMonth(measured);
  const { hours } = settled.settlement;
  const energies = memberEnergies(inputs, settled);
  const basis = surplusBasis(inputs, settled);
  const [money, parts] = moneyOf(inputs, settled, basis);
  const due = divided(linesOf(inputs, energies, { settled, money }), advance_cents);
  const { lines, total: sums } = changedFrom(due, corrected);
  const gaps = gapsOf(inputs, settled);
  const byMember = Map.groupBy(lines, ({ member_id }) => member_id);
  const { management_percent, producers_percent, consumers_percent, equidistribution, surplus_to } =
    inputs.rule;
  return {
    month: measured.month,
    community,
    rule: { management_percent, producers_percent, consumers_percent, equidistribution, surplus_to },
    switches: measured.switches,
    rules: notesOn([TARIFF, GRANT, EXISTING, SURPLUS, NETWORK], `${measured.month}-01`),
    notes: notesOf(inputs, { gaps, surplus_cents: parts.surplus_cents }),
    energy: {
      injected_kwh: withoutNoise(total(hours.injected_kwh)),
      withdrawn_kwh: withoutNoise(total(hours.withdrawn_kwh)),
      shared_kwh: withoutNoise(total(hours.shared_kwh)),
      incentivised_kwh: withoutNoise(total(hours.incentivised_kwh)),
    },
    money: parts,
    surplus_basis: basis,
    total: sums,
    ...gaps,
    members: [...energies, ...goneFrom(energies, corrected)].map((row) => {
      const own = byMember.get(row.id) ?? [];
      return {
        ...row,
        due_cents: sumOf(own, (line) => line.due.cents),
        change_cents: sumOf(own, ({ change }) => change.cents),
      };
    }),
    lines,
  };
}
