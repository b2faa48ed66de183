import { assignments, insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import type { TariffKind, TariffStep } from '../tariffs.model.ts';
import { CHANGED_TARIFFS_CHANNEL } from './tariff-changes.public.ts';

export interface TariffRow {
  id: number;
  plant_id: number;
  proj_code: string;
  plant_name: string;
  kind: TariffKind;
  name: string;
  steps: TariffStep[];
  note: string;
  version: number;
}

interface Wanted {
  readonly id?: number | undefined;
  readonly proj_code?: string | undefined;
}

/** Tariffs by plant and name. @throws AppError as `wholeList` */
export async function listTariffs(tx: Tx, { id, proj_code }: Wanted = {}): Promise<TariffRow[]> {
  const { rows } = await tx.query<TariffRow>(
    `select t.id, t.plant_id, p.proj_code, p.name as plant_name, t.kind, t.name, t.steps, t.note, t.version
     from tariff t join plants.plant p on p.company_id = $1 and p.id = t.plant_id
     where t.company_id = $1 and ($2::bigint is null or t.id = $2) and ($3::text is null or p.proj_code = $3)
     order by p.proj_code, lower(t.name), t.id limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, id ?? null, proj_code ?? null],
  );
  return wholeList(rows, 'plant');
}

/** How plants are paid, by plant. */
export async function listTariffsOf(
  tx: Tx,
  plant_ids: readonly number[],
): Promise<Map<number, Omit<TariffRow, 'proj_code' | 'plant_name' | 'note'>[]>> {
  const { rows } = await tx.query<Omit<TariffRow, 'proj_code' | 'plant_name' | 'note'>>(
    `select id, plant_id, kind, name, steps, version from tariff
     where company_id = $1 and plant_id = any($2::bigint[]) order by plant_id, lower(name), id`,
    [tx.scope.company_id, plant_ids],
  );
  return Map.groupBy(rows, ({ plant_id }) => plant_id);
}

/** A tariff, kept as it is until the transaction ends. */
export async function holdTariff(
  tx: Tx,
  id: number,
): Promise<{ version: number; plant_id: number } | undefined> {
  const { rows } = await tx.query<{ version: number; plant_id: number }>(
    'select version, plant_id from tariff where company_id = $1 and id = $2 for update',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

const stored = <F extends { steps?: readonly TariffStep[] }>({ steps, ...fields }: F) => ({
  ...fields,
  ...(steps && { steps: JSON.stringify(steps) }),
});

interface Fields {
  readonly plant_id: number;
  readonly kind: TariffKind;
  readonly name: string;
  readonly steps: readonly TariffStep[];
  readonly note: string;
}

export async function insertTariff(tx: Tx, fields: Fields): Promise<number> {
  const { company_id, user_id } = tx.scope;
  const row = { ...stored(fields), company_id, created_by: user_id };
  const [made] = await insertRows<{ id: number }>(tx, 'tariff', [row], 'returning id');
  if (!made) throw new Error('nothing was stored in tariff');
  return made.id;
}

export async function updateTariff(tx: Tx, id: number, fields: Partial<Fields>): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const set = assignments(stored(fields), values);
  await tx.query(`update tariff set version = version + 1${set} where company_id = $1 and id = $2`, values);
}

export async function deleteTariff(tx: Tx, id: number): Promise<{ name: string } | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    'delete from tariff where company_id = $1 and id = $2 returning name',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Wakes whoever keeps what tariffs price when the transaction commits; days of revenue are priced in it. */
export async function tellTariffsChanged(tx: Tx): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [CHANGED_TARIFFS_CHANNEL, String(tx.scope.company_id)]);
}
