import { type Condition, joined } from '../../../shared/server/conditions.ts';
import { within } from '../../../shared/server/like.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';
import type { AlarmType } from '../alarms.model.ts';
import { isNobodySql } from './people.repository.ts';

/** Which alarms are asked for; what is undefined is not asked about. */
export interface AlarmFilter {
  /** true: ended ones; false: open ones. */
  readonly closed?: boolean | undefined;
  readonly plant_id?: number | undefined;
  readonly device_id?: number | undefined;
  /** Only those of homes. */
  readonly homes?: boolean | undefined;
  readonly type?: AlarmType | undefined;
  readonly code?: AlarmCode | undefined;
  /** A person's id; null: of nobody. */
  readonly assigned_to?: number | null | undefined;
  readonly acknowledged?: boolean | undefined;
  /** false leaves out what follows from another alarm. */
  readonly consequences: boolean;
  readonly search?: string | undefined;
  /** Codes whose words hold the search. */
  readonly matching_codes: readonly AlarmCode[];
  /** Open at some time from start to end. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

const isNull = (column: string, is: boolean | undefined): string[] =>
  is === undefined ? [] : [`${column} is ${is ? '' : 'not '}null`];

const OF_HOMES = `exists (select from plants.plant h where h.company_id = $1 and h.id = a.plant_id and h.kind = 'residential')`;

/** Homes have pages of their own: where no plant and device is named, their alarms are none of the asset application's. */
function ofHomes({ plant_id, device_id, homes }: AlarmFilter): Condition[] {
  if (homes) return [[OF_HOMES]];
  return plant_id === undefined && device_id === undefined ? [[`not ${OF_HOMES}`]] : [];
}

const conditionsOf = ({ scope }: Tx, filter: AlarmFilter): Condition[] => {
  const { plant_id, device_id, type, code, assigned_to, search, matching_codes, start, end } = filter;
  return [
    ['a.company_id = $1'],
    ['a.plant_id = any($?::bigint[])', plantFilter(scope) ?? undefined],
    ['a.plant_id = $?', plant_id],
    ...ofHomes(filter),
    ['a.device_id = $?', device_id],
    ['a.type = $?', type],
    ['a.code = $?', code],
    ['a.assigned_to = $?', assigned_to ?? undefined],
    ['a.date < $?', end],
    ['(a.end_date is null or a.end_date > $?)', start],
    // Plants and devices are few beside alarms: who is meant is settled first.
    [
      `(a.code = any($?2::text[])
        or a.plant_id in (select p.id from plants.plant p where p.company_id = $1 and (p.proj_code ilike $? or p.name ilike $?))
        or a.device_id in (select d.id from plants.device d where d.company_id = $1 and d.short_name ilike $?))`,
      search ? within(search) : undefined,
      matching_codes,
    ],
  ];
};

/**
 * The conditions of a filter as SQL about `alarm a`, only those that are asked for, so that each question finds its index;
 * $1 is the company. Always with what the scope may see.
 */
export function whereOf(tx: Tx, filter: AlarmFilter): { sql: string; values: unknown[] } {
  const values: unknown[] = [tx.scope.company_id];
  const parts = [joined(conditionsOf(tx, filter), values)];
  const { closed, acknowledged, assigned_to, consequences } = filter;
  parts.push(...isNull('a.end_date', closed === undefined ? undefined : !closed));
  parts.push(...isNull('a.acknowledged_at', acknowledged === undefined ? undefined : !acknowledged));
  if (assigned_to === null) parts.push(isNobodySql('a.assigned_to'));
  if (!consequences) parts.push('a.cause_id is null');
  return { sql: parts.join('\n    and '), values };
}
