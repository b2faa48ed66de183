import type { Tx } from '../../../shared/server/tenancy.ts';

export interface DemoHomeDevice {
  id: number;
  proj_code: string;
  short_name: string;
  /** Epoch ms of its newest row; null while it has none. */
  last_ms: number | null;
}

/** Devices of homes with their newest row. */
export async function listHomeDevices(tx: Tx): Promise<DemoHomeDevice[]> {
  const { rows } = await tx.query<DemoHomeDevice>(
    `select d.id, p.proj_code, d.short_name, (extract(epoch from o.ts) * 1000)::float8 as last_ms
     from device d join plant p on p.company_id = $1 and p.id = d.plant_id and p.kind = 'residential'
     left join obs_last o on o.company_id = $1 and o.device_id = d.id
     where d.company_id = $1`,
    [tx.scope.company_id],
  );
  return rows;
}

/** Has the days of homes counted anew. */
export async function forgetHomeDays(tx: Tx): Promise<void> {
  await tx.query('update home set made_until = null where company_id = $1', [tx.scope.company_id]);
}
