import { plantFilter, type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';

/** Names and variables of a group follow it to its new code. */
export async function moveToGroup(tx: Tx, before: string, after: string): Promise<void> {
  return withEveryPlant(tx, async () => {
    const values = [tx.scope.company_id, before, after];
    await tx.query(
      'update variable_name set group_name = $3, version = version + 1 where company_id = $1 and group_name = $2',
      values,
    );
    await tx.query('update variable set group_name = $3 where company_id = $1 and group_name = $2', values);
  });
}

/** Numbers the groups as they are given; of those that move the version rises. */
export async function placeGroups(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(
    `update variable_group g set position = o.place, version = g.version + 1
     from unnest($2::bigint[]) with ordinality as o (id, place)
     where g.company_id = $1 and g.id = o.id and g.position <> o.place`,
    [tx.scope.company_id, ids],
  );
}

/** A device that the scope may see, kept as it is until the transaction ends. */
export async function takeDevice(tx: Tx, id: number): Promise<{ id: number; version: number } | undefined> {
  const { rows } = await tx.query<{ id: number; version: number }>(
    `select id, version from device where company_id = $1 and id = $2 and ($3::bigint[] is null or plant_id = any($3))
     for update`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/** How many of these tags the company has; they stay until the transaction ends. */
export async function countTags(tx: Tx, ids: readonly number[]): Promise<number> {
  const { rowCount } = await tx.query(
    'select from tag where company_id = $1 and id = any($2::bigint[]) for key share',
    [tx.scope.company_id, ids],
  );
  return rowCount;
}

/** Gives a device exactly these tags, and answers its new version. */
export async function replaceTags(tx: Tx, device_id: number, ids: readonly number[]): Promise<number> {
  const values = [tx.scope.company_id, device_id, ids];
  await tx.query(
    'delete from device_tag where company_id = $1 and device_id = $2 and not tag_id = any($3::bigint[])',
    values,
  );
  await tx.query(
    `insert into device_tag (company_id, device_id, tag_id) select $1, $2, id from unnest($3::bigint[]) id
     on conflict do nothing`,
    values,
  );
  const { rows } = await tx.query<{ version: number }>(
    'update device set version = version + 1 where company_id = $1 and id = $2 returning version',
    [tx.scope.company_id, device_id],
  );
  return rows[0]?.version ?? 0;
}

/** A plant that the scope may see, kept until the transaction ends, so that its sections can be counted. */
export async function takePlantId(tx: Tx, proj_code: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from plant where company_id = $1 and proj_code = $2 and ($3::bigint[] is null or id = any($3)) for update`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
  );
  return rows[0]?.id;
}
