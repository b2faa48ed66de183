import { wordsWithin } from '../../../shared/server/like.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { fold } from '../../../shared/units/names.ts';
import { MAX_FOUND } from '../overview.contract.ts';

interface FoundPlant {
  proj_code: string;
  name: string;
  comune: string;
}

/** The first few of what was found, and how many there are. */
export interface Counted<Row> {
  found: Row[];
  count: number;
}

const counted = <Row extends { count: number }>(rows: Row[]): Counted<Omit<Row, 'count'>> => ({
  found: rows.map(({ count: _, ...row }) => row),
  count: rows[0]?.count ?? 0,
});

/** A text of a row without case and accents, as `fold` has it, as far as the letters of Italy and its neighbours go. */
const folded = (text: string): string =>
  `translate(lower(${text}), 'àáâäãåèéêëìíîïòóôöõùúûüçñÀÁÂÄÃÅÈÉÊËÌÍÎÏÒÓÔÖÕÙÚÛÜÇÑ', 'aaaaaaeeeeiiiiooooouuuucnaaaaaaeeeeiiiiooooouuuucn')`;

const NAMED = `concat_ws(' ', p.proj_code, p.name, p.comune)`;

/** Plants in whose code, name or place every word of a text stands, as they are called: Roof 2 before Roof 10. */
export async function findPlants(tx: Tx, text: string): Promise<Counted<FoundPlant>> {
  const { rows } = await tx.query<FoundPlant & { count: number }>(
    `select p.proj_code, p.name, p.comune, count(*) over ()::int as count from plants.plant p
     where p.company_id = $1 and ($2::bigint[] is null or p.id = any($2)) and p.kind = 'asset'
       and (${NAMED} ilike all($3::text[]) or ${folded(NAMED)} like all($5::text[]))
     order by regexp_replace(p.name, '\\d.*', ''), length(p.name), p.name, p.proj_code limit $4`,
    [
      tx.scope.company_id,
      plantFilter(tx.scope),
      wordsWithin(text),
      MAX_FOUND.plants,
      wordsWithin(fold(text)),
    ],
  );
  return counted(rows);
}

interface FoundDevice {
  device_id: number;
  short_name: string;
  description: string;
  proj_code: string;
  plant_name: string;
}

/**
 * Devices that words of a text name, by name, description, maker, model or serial number; its other words name their plant.
 * INV2 stands before INV10.
 */
export async function findDevices(tx: Tx, text: string): Promise<Counted<FoundDevice>> {
  const { rows } = await tx.query<FoundDevice & { count: number }>(
    `select d.id as device_id, d.short_name, d.description, p.proj_code, p.name as plant_name,
            count(*) over ()::int as count
     from plants.device d
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     cross join lateral concat_ws(' ', d.short_name, d.description, d.manufacturer, d.model, d.serial_number) as own
     where d.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2)) and not d.template and p.kind = 'asset'
       and own ilike any($3::text[]) and concat_ws(' ', own, p.name, p.proj_code) ilike all($3::text[])
     order by regexp_replace(d.short_name, '\\d.*', ''), length(d.short_name), d.short_name, p.name limit $4`,
    [tx.scope.company_id, plantFilter(tx.scope), wordsWithin(text), MAX_FOUND.devices],
  );
  return counted(rows);
}
