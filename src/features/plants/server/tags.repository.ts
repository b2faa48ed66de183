import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import { MAX_TAGS } from '../catalogue.model.ts';
import type { Tag } from '../variable-names.contract.ts';

const COLUMNS = 'id, name, colour, description, version';

export async function listTags(tx: Tx): Promise<Tag[]> {
  const { rows } = await tx.query<Tag>(
    `select ${COLUMNS} from tag where company_id = $1 order by lower(name), id limit ${MAX_TAGS}`,
    [tx.scope.company_id],
    'tags',
  );
  return rows;
}

export interface TaggedDevice {
  device_id: number;
  proj_code: string;
  short_name: string;
}

const MAX_DEVICES = 5000;

/** A tag with its devices, as far as the scope may see. */
export async function findTag(
  tx: Tx,
  id: number,
): Promise<(Tag & { devices: TaggedDevice[]; left_out: number }) | undefined> {
  const { company_id } = tx.scope;
  const found = await tx.query<Tag>(`select ${COLUMNS} from tag where company_id = $1 and id = $2`, [
    company_id,
    id,
  ]);
  const [tag] = found.rows;
  if (!tag) return undefined;
  const { rows } = await tx.query<TaggedDevice & { of: number }>(
    `select d.id as device_id, p.proj_code, d.short_name, (count(*) over ())::int as of
     from device_tag t join device d on d.company_id = t.company_id and d.id = t.device_id
     join plant p on p.company_id = d.company_id and p.id = d.plant_id
     where t.company_id = $1 and t.tag_id = $2 and ($3::bigint[] is null or d.plant_id = any($3))
     order by p.proj_code, d.short_name limit ${MAX_DEVICES}`,
    [company_id, id, plantFilter(tx.scope)],
    'tagged_devices',
  );
  const devices = rows.map(({ of: _, ...device }) => device);
  return { ...tag, devices, left_out: (rows[0]?.of ?? 0) - devices.length };
}

/** The plants that the scope may see whose devices have tags, with the names of these in their order. */
export async function listTagsOfPlants(tx: Tx): Promise<{ proj_code: string; tags: string[] }[]> {
  const { rows } = await tx.query<{ proj_code: string; tags: string[] }>(
    `select p.proj_code, array_agg(distinct g.name order by g.name) as tags
     from device_tag t join device d on d.company_id = t.company_id and d.id = t.device_id
     join tag g on g.company_id = t.company_id and g.id = t.tag_id
     join plant p on p.company_id = d.company_id and p.id = d.plant_id
     where t.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2)) and p.kind = 'asset'
     group by p.proj_code order by p.proj_code limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, plantFilter(tx.scope)],
  );
  return wholeList(rows, 'nothing');
}
