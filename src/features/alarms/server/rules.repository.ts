import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { EvaluatedCode } from '../../notifications/alarm-codes.model.ts';
import type { SetRule } from '../alarm-rules.model.ts';

/** Whose rules: all ids null for the company, device_id null for a plant. */
export interface RuleSubjectRow {
  readonly plant_id: number | null;
  readonly proj_code: string | null;
  readonly plant_name: string | null;
  readonly device_id: number | null;
  readonly short_name: string | null;
}

const COMPANY: RuleSubjectRow = {
  plant_id: null,
  proj_code: null,
  plant_name: null,
  device_id: null,
  short_name: null,
};

export interface RuleSubjectQuery {
  readonly proj_code?: string | undefined;
  readonly device_id?: number | undefined;
}

/** The subject when the scope may see it; a plant and a device must belong together. */
export async function findRuleSubject(tx: Tx, query: RuleSubjectQuery): Promise<RuleSubjectRow | undefined> {
  const { proj_code, device_id } = query;
  if (proj_code === undefined && device_id === undefined) return COMPANY;
  const { rows } = await tx.query<
    RuleSubjectRow & { plant_id: number; proj_code: string; plant_name: string }
  >(
    `select p.id as plant_id, p.proj_code, p.name as plant_name, d.id as device_id, d.short_name
     from plants.plant p
     left join plants.device d on d.company_id = p.company_id and d.plant_id = p.id and d.id = $3 and not d.template
     where p.company_id = $1 and ($2::text is null or p.proj_code = $2) and ($3::bigint is null or d.id is not null)
       and ($4::bigint[] is null or p.id = any($4))`,
    [tx.scope.company_id, proj_code ?? null, device_id ?? null, plantFilter(tx.scope)],
  );
  return rows[0];
}

export interface StoredRule extends SetRule {
  readonly version: number;
  readonly changed_at: Date;
  readonly changed_by: string | null;
}

const COLUMNS = `r.plant_id, r.device_id, r.code, r.enabled, r.params, r.version, r.changed_at,
  (select nullif(trim(u.first_name || ' ' || u.last_name), '') from companies.company_user u
   where u.company_id = $1 and u.user_id = r.changed_by) as changed_by`;

/** What was set of a subject and of what is wider. */
export async function listRulesOf(
  tx: Tx,
  { plant_id, device_id }: Pick<SetRule, 'plant_id' | 'device_id'>,
): Promise<StoredRule[]> {
  const { rows } = await tx.query<StoredRule>(
    `select ${COLUMNS} from alarm_rule r
     where r.company_id = $1 and (r.plant_id is null or r.plant_id = $2) and (r.device_id is null or r.device_id = $3)`,
    [tx.scope.company_id, plant_id, device_id],
  );
  return rows;
}

/** Whose rule of what. */
export type RuleKey = Pick<SetRule, 'plant_id' | 'device_id' | 'code'>;

const KEY = `company_id = $1 and plant_id is not distinct from $2::bigint and device_id is not distinct from $3::bigint
  and code = $4`;
const keyValues = (tx: Tx, { plant_id, device_id, code }: RuleKey) => [
  tx.scope.company_id,
  plant_id,
  device_id,
  code,
];

/** The version of what is stored, held until the transaction ends; 0 where nothing is. */
export async function lockRuleVersion(tx: Tx, key: RuleKey): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(
    `select version from alarm_rule where ${KEY} for update`,
    keyValues(tx, key),
  );
  return rows[0]?.version ?? 0;
}

/** Keeps a rule over the version that was taken; false when another one was there first. */
export async function saveRule(tx: Tx, rule: SetRule, version: number): Promise<boolean> {
  const values = [rule.enabled, JSON.stringify(rule.params), tx.scope.user_id];
  const { rowCount } = await tx.query(
    version === 0
      ? `insert into alarm_rule (company_id, plant_id, device_id, code, enabled, params, changed_by)
         values ($1, $2, $3, $4, $5, $6::jsonb, $7) on conflict do nothing`
      : `update alarm_rule set enabled = $5, params = $6::jsonb, changed_by = $7, changed_at = now(), version = version + 1
         where ${KEY}`,
    [...keyValues(tx, rule), ...values],
  );
  return rowCount > 0;
}

/** Takes a rule away; false when there is none. */
export async function deleteRule(tx: Tx, key: RuleKey): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from alarm_rule where ${KEY}`, keyValues(tx, key));
  return rowCount > 0;
}

export interface OwnRuleRow extends StoredRule {
  readonly code: EvaluatedCode;
  readonly proj_code: string | null;
  readonly plant_name: string | null;
  readonly short_name: string | null;
}

/** A page of what was set, of the company and of plants that the scope may see, and how many there are in all. */
export async function listOwnRules(
  tx: Tx,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ count: number; rows: OwnRuleRow[] }> {
  const from = `from alarm_rule r
    left join plants.plant p on p.company_id = r.company_id and p.id = r.plant_id
    left join plants.device d on d.company_id = r.company_id and d.id = r.device_id
    where r.company_id = $1 and ($2::bigint[] is null or r.plant_id is null or r.plant_id = any($2))
      and (r.device_id is null or d.id is not null)`;
  const values = [tx.scope.company_id, plantFilter(tx.scope)];
  const [counted, found] = await Promise.all([
    tx.query<{ count: number }>(`select count(*)::int as count ${from}`, values),
    tx.query<OwnRuleRow>(
      `select ${COLUMNS}, p.proj_code, p.name as plant_name, d.short_name ${from}
       order by r.plant_id is not null, p.proj_code, d.short_name nulls first, r.code limit $3 offset $4`,
      [...values, page_size, (page - 1) * page_size],
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows: found.rows };
}
