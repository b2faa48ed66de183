import { variableRhythm } from '../../../shared/server/rhythm.repository.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { Operation } from '../calculation.model.ts';
import type { InputFacts, ResultFacts } from '../calculation-rules.model.ts';

/** A device as a calculation counts on it. */
interface Counted {
  readonly device_id: number;
  readonly template: boolean;
}

/** A group with one of its inputs: what its calculating hangs on. */
export interface CountedPair {
  readonly group_id: number;
  readonly group_name: string;
  /** Of its result. */
  readonly plant_id: number;
  readonly operation: Operation;
  readonly input: InputFacts & Counted & { readonly poll: 'fast' | 'slow' | 'daily' };
  readonly result: ResultFacts & Counted & { readonly enabled: boolean };
}

/** Groups with those of their inputs that are variables of these devices; with all of them where their result is. */
export async function listCountedPairs(tx: Tx, device_ids: readonly number[]): Promise<CountedPair[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<CountedPair>(
      `with touched as (
       select id from calc_group where company_id = $1 and device_id = any($2::bigint[])
       union select calc_group_id from calc_group_input where company_id = $1 and device_id = any($2::bigint[]))
     select g.id as group_id, g.name as group_name, rd.plant_id, g.operation,
            json_build_object('device_id', d.id, 'template', d.template, 'variable_id', v.id, 'kind', n.kind,
              'unit', coalesce(v.unit, n.unit), 'poll', v.poll,
              'interval_s', ${variableRhythm('v', 'd')}) as input,
            json_build_object('device_id', rd.id, 'template', rd.template, 'kind', rn.kind,
              'unit', coalesce(rv.unit, rn.unit), 'enabled', rv.enabled, 'interval_s', rd.interval_s) as result
     from touched t
     cross join lateral (select * from calc_group where company_id = $1 and id = t.id offset 0) g
     cross join lateral (
       select * from calc_group_input i where i.company_id = $1 and i.calc_group_id = g.id
         and (i.device_id = any($2::bigint[]) or g.device_id = any($2::bigint[])) offset 0) i
     cross join lateral (select * from plants.device where company_id = $1 and id = i.device_id offset 0) d
     cross join lateral (select * from plants.variable where company_id = $1 and id = i.variable_id offset 0) v
     cross join lateral (select * from plants.variable_name where company_id = $1 and id = v.variable_name_id offset 0) n
     cross join lateral (select * from plants.device where company_id = $1 and id = g.device_id offset 0) rd
     cross join lateral (select * from plants.variable where company_id = $1 and id = g.variable_id offset 0) rv
     cross join lateral (select * from plants.variable_name where company_id = $1 and id = rv.variable_name_id offset 0) rn
     order by g.name, i.position`,
      [tx.scope.company_id, device_ids],
      'calc_counted_pairs',
    );
    return rows;
  });
}
