import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import type { PlacedUnit, PlantSectionCount } from '../devices.contract.ts';

const OF_SCOPE = `($2::bigint[] is null or p.id = any($2)) and ($3::text is null or p.proj_code = $3)`;
const valuesOf = (tx: Tx, proj_code: string | undefined): unknown[] => [
  tx.scope.company_id,
  plantFilter(tx.scope),
  proj_code ?? null,
  MAX_LISTED + 1,
];

/** Devices that the scope may see, with their sections and categories, of one plant where its code is given. @throws AppError as `wholeList` */
export async function listUnits(tx: Tx, proj_code?: string): Promise<PlacedUnit[]> {
  const { rows } = await tx.query<PlacedUnit>(
    `select d.id as device_id, d.id as master_id, p.proj_code, d.short_name, d.description, d.unit_id, d.category,
            d.nominal_power, d.virtual, d.template, d.enabled,
            case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as section,
            case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'label_en', c.label_en,
                                                               'label_it', c.label_it) end as device_category
     from device d join plant p on p.company_id = d.company_id and p.id = d.plant_id
     left join plant_section s on s.company_id = d.company_id and s.id = d.section_id
     left join device_category c on c.company_id = d.company_id and c.id = d.category_id
     where d.company_id = $1 and ${OF_SCOPE}
     order by p.proj_code, s.position nulls last, s.name nulls last, c.name nulls last, d.unit_id, length(d.short_name), d.short_name limit $4`,
    valuesOf(tx, proj_code),
    'units',
  );
  return wholeList(rows, 'plant');
}

/** Sections of the plants that the scope may see. @throws AppError as `wholeList` */
export async function listSections(tx: Tx, proj_code?: string): Promise<PlantSectionCount[]> {
  const { rows } = await tx.query<PlantSectionCount>(
    `select s.id, p.proj_code, s.name, s.version,
            (select count(*)::int from device d where d.company_id = $1 and d.section_id = s.id) as devices
     from plant_section s join plant p on p.company_id = s.company_id and p.id = s.plant_id
     where s.company_id = $1 and ${OF_SCOPE} order by p.proj_code, s.position, s.name limit $4`,
    valuesOf(tx, proj_code),
    'section_counts',
  );
  return wholeList(rows, 'plant');
}
