import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import { TEMPLATES } from '../template.model.ts';
import type { TemplateMap } from '../template-fields.contract.ts';

export interface TemplateTexts {
  name: string;
  manufacturer: string;
  model: string;
  category: DeviceCategory;
  notes: string;
  source: string;
}

export interface OwnTemplate extends TemplateTexts {
  id: number;
  content: unknown;
  version: number;
  revision: number;
  changed_by: number | null;
  changed_at: Date;
}

const COLUMNS =
  'id, name, manufacturer, model, category, notes, source, content, version, revision, changed_by, changed_at';

/** A template of the company's own. */
export async function findOwnTemplate(tx: Tx, id: number): Promise<OwnTemplate | undefined> {
  const { rows } = await tx.query<OwnTemplate>(
    `select ${COLUMNS} from device_template where company_id = $1 and id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** The same, kept as it is until the transaction ends. */
export async function holdOwnTemplate(tx: Tx, id: number): Promise<OwnTemplate | undefined> {
  const { rows } = await tx.query<OwnTemplate>(
    `select ${COLUMNS} from device_template where company_id = $1 and id = $2 for update`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export type OwnTemplateLine = Omit<OwnTemplate, 'content' | 'notes' | 'source'> & {
  variables: number;
  attributes: number;
};

/** The company's own templates by name, without what they give devices. */
export async function listOwnTemplates(tx: Tx): Promise<OwnTemplateLine[]> {
  const { rows } = await tx.query<OwnTemplateLine>(
    `select id, name, manufacturer, model, category, version, revision, changed_by, changed_at,
            jsonb_array_length(content->'variables') as variables, jsonb_array_length(content->'attributes') as attributes
     from device_template where company_id = $1 order by lower(name), id limit ${TEMPLATES.own}`,
    [tx.scope.company_id],
  );
  return rows;
}

/** How many of the company's own there are; nobody makes another one until the transaction ends. */
export async function countOwnTemplates(tx: Tx): Promise<number> {
  await lockOwnTemplates(tx);
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from device_template where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

const valuesOf = (texts: TemplateTexts, map: TemplateMap): unknown[] => [
  texts.name,
  texts.manufacturer,
  texts.model,
  texts.category,
  texts.notes,
  texts.source,
  JSON.stringify(map),
];

/** Stores a template; undefined when another one has its name. */
export async function insertOwnTemplate(
  tx: Tx,
  texts: TemplateTexts,
  map: TemplateMap,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into device_template (company_id, name, manufacturer, model, category, notes, source, content, changed_by)
     values ($1, $3, $4, $5, $6, $7, $8, $9, $2) on conflict (company_id, name) do nothing returning id`,
    [tx.scope.company_id, tx.scope.user_id, ...valuesOf(texts, map)],
  );
  return rows[0]?.id;
}

/** Nobody else makes or renames one of the company's own until the transaction ends. */
async function lockOwnTemplates(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('device_template'), $1)`, [tx.scope.company_id]);
}

/** Changes a template that the caller holds; false when another one has its name. */
export async function updateOwnTemplate(
  tx: Tx,
  { id, version }: { id: number; version: number },
  texts: TemplateTexts,
  map: TemplateMap,
): Promise<boolean> {
  // Two that take one name at once would both find it free.
  await lockOwnTemplates(tx);
  const { rowCount } = await tx.query(
    `update device_template t set name = $5, manufacturer = $6, model = $7, category = $8, notes = $9, source = $10,
            content = $11, version = $4, revision = revision + 1, changed_by = $2, changed_at = now()
     where company_id = $1 and id = $3
       and not exists (select from device_template o where o.company_id = $1 and o.name = $5 and o.id <> $3)`,
    [tx.scope.company_id, tx.scope.user_id, id, version, ...valuesOf(texts, map)],
  );
  return rowCount > 0;
}

export async function deleteOwnTemplate(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from device_template where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}

export interface MadeCount {
  key: string;
  version: number;
  devices: number;
}

/** How many devices of the plants that the scope sees have which version of which template. */
export async function countMade(tx: Tx, key: string | null): Promise<MadeCount[]> {
  const { rows } = await tx.query<MadeCount>(
    `select template_key as key, template_version as version, count(*)::int as devices from plants.device
     where company_id = $1 and template_key is not null and template_version is not null and ($2::text is null or template_key = $2)
       and ($3::bigint[] is null or plant_id = any($3)) group by template_key, template_version`,
    [tx.scope.company_id, key, plantFilter(tx.scope)],
  );
  return rows;
}

export interface MadeDevice {
  device_id: number;
  short_name: string;
  proj_code: string;
  plant_name: string;
  version: number;
}

/** Devices of a template, those of the oldest version first. */
export async function listMade(tx: Tx, key: string): Promise<MadeDevice[]> {
  const { rows } = await tx.query<MadeDevice>(
    `select d.id as device_id, d.short_name, p.proj_code, p.name as plant_name, d.template_version as version
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.template_key = $2 and d.template_version is not null and ($3::bigint[] is null or d.plant_id = any($3))
     order by d.template_version, p.name, p.id, d.short_name limit ${TEMPLATES.named}`,
    [tx.scope.company_id, key, plantFilter(tx.scope)],
  );
  return rows;
}
