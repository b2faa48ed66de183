import { AppError } from '../../../shared/server/errors.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { seesPlant, type Tx } from '../../../shared/server/tenancy.ts';
import { factorBetween } from '../../../shared/units/units.ts';
import type { ChangeWatch } from '../../plants/server/calculations.public.ts';
import { faultsOf } from '../calculation-rules.model.ts';
import { type CountedPair, listCountedPairs } from './calc-counted.repository.ts';
import { renew } from './calc-renew.ts';

const RULED = ['unit_differs', 'slower_input'] as const;
/** What a group cannot have: two rules of definitions, and a template or a result that is switched off. */
type Fault = (typeof RULED)[number] | 'is_template' | 'is_off';
/** The field of a device or variable that would have to stay. */
type Field = 'unit' | 'poll' | 'interval_s' | 'slow_interval_s' | 'template' | 'enabled';

interface Change {
  pair: CountedPair;
  before: CountedPair;
}

function faultsAt({ operation, input, result }: CountedPair): Fault[] {
  const codes = faultsOf(operation, [input], result).map(({ code }) => code);
  return [
    ...RULED.filter((rule) => codes.includes(rule)),
    ...(input.template || result.template ? (['is_template'] as const) : []),
    ...(result.enabled ? [] : (['is_off'] as const)),
  ];
}

function fieldOf(fault: Fault, { pair, before }: Change): Field {
  if (fault === 'unit_differs') return 'unit';
  if (fault === 'is_template') return 'template';
  if (fault === 'is_off') return 'enabled';
  if (before.input.poll !== pair.input.poll) return 'poll';
  const ownSlowed = before.result.interval_s === pair.result.interval_s && pair.input.poll === 'slow';
  return ownSlowed ? 'slow_interval_s' : 'interval_s';
}

/** What is forbidden now and was not before: an older fault keeps nobody from changing something else. */
function newFaults(change: Change): Field[] {
  const known = faultsAt(change.before);
  return faultsAt(change.pair)
    .filter((fault) => !known.includes(fault))
    .map((fault) => fieldOf(fault, change));
}

const MESSAGES: Readonly<Record<Field, string>> = {
  unit: 'their results could not be told in another unit of this kind',
  poll: 'their results would be missing in between',
  interval_s: 'their results would be missing in between',
  slow_interval_s: 'their results would be missing in between',
  template: 'a template is not read and not calculated',
  enabled: 'their results are stored in it',
};
const MAX_NAMED = 20;

function refuse(tx: Tx, field: Field, pairs: readonly CountedPair[]): never {
  const named = pairs.map(({ plant_id, group_name }) =>
    seesPlant(tx.scope, plant_id) ? group_name : 'one of a plant that you do not see',
  );
  const names = [...new Set(named)].slice(0, MAX_NAMED).join(', ');
  const message = `calculations count on it as it is: ${names}`;
  throw new AppError(
    'conflict',
    `Calculations count on it: ${names}; ${MESSAGES[field]}. Take it out of them, or delete them, first`,
    { errors: [{ path: field, message, code: 'in_calculations', params: { names } }] },
  );
}

const keyOf = ({ group_id, input }: CountedPair) => `${group_id}/${input.variable_id}`;
const factorOf = ({ input, result }: CountedPair) => factorBetween(input.unit, result.unit);

/** @throws AppError conflict that names the groups whose results could not be had any more */
function assertPossible(tx: Tx, changes: readonly Change[]): void {
  const faulty = changes.flatMap((change) =>
    newFaults(change).map((field) => ({ field, pair: change.pair })),
  );
  const [first] = faulty;
  if (!first) return;
  const same = faulty.filter(({ field }) => field === first.field).map(({ pair }) => pair);
  refuse(tx, first.field, same);
}

/** Makes anew what was calculated from the same numbers in another unit; answers the devices that hold it. */
async function renewAll(tx: Tx, pairs: readonly CountedPair[], now: number): Promise<readonly number[]> {
  if (pairs.length === 0) return [];
  const ids = [...new Set(pairs.map(({ group_id }) => group_id))];
  return (await withBin(tx, () => renew(tx, ids, { now, fresh: false }))) ?? refuse(tx, 'unit', pairs);
}

/**
 * Judges changes of devices for the groups that count on them: refused is what no group could have been made with; where
 * only the unit of an input is another one, which the result can be told in, its results begin anew.
 */
export function watchCalculated(now: () => number): ChangeWatch {
  return async (tx, device_ids) => {
    const earlier = new Map((await listCountedPairs(tx, device_ids)).map((pair) => [keyOf(pair), pair]));
    return async () => {
      if (earlier.size === 0) return [];
      const changes = (await listCountedPairs(tx, device_ids)).flatMap((pair) => {
        const before = earlier.get(keyOf(pair));
        return before ? [{ pair, before }] : [];
      });
      assertPossible(tx, changes);
      const converted = changes.filter(({ pair, before }) => factorOf(pair) !== factorOf(before));
      return renewAll(
        tx,
        converted.map(({ pair }) => pair),
        now(),
      );
    };
  };
}
