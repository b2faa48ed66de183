import { notFound } from '../../../shared/server/errors.ts';
import { readsHomes } from '../../../shared/server/homes.ts';
import { at, type Packed, packed } from '../../../shared/server/packed-rows.ts';
import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { LivePlant } from '../card.model.ts';

/** A plant's row for its card, with its ids. */
export interface LivePlantRow extends LivePlant {
  readonly plant_id: number;
  readonly version: number;
}

type MasterRow = Omit<LivePlantRow, keyof FiguresRow> & Pick<LivePlantRow, 'plant_id'>;
type FiguresRow = Pick<LivePlantRow, (typeof FIGURES_COLUMNS)[number]>;

/** An instant in ms, to the microsecond that is stored: `extract` comes to the same by way of numerics, at five times the price. */
const MS = (column: string, name: string): string =>
  `round(date_part('epoch', ${column}) * 1e6) / 1e3 as ${name}`;

const MASTER = `
  select p.id as plant_id, p.version, p.proj_code, p.name, p.production_type, p.potenza_nominale, p.latitude,
         p.longitude, p.comune, p.time_zone, ${MS('p.snooze_date', 'snooze_date')}, p.snooze_kind
  from plants.plant p
  where p.company_id = $1 and ($2::bigint[] is null or p.id = any($2))`;

// Looked for in plants in alarm alone, by the index of what is open. What only loses some polls is still heard.
const CUT_PORTS = `select from alarms.alarm a where a.company_id = $1 and a.plant_id = l.plant_id
  and a.code = 'connection_lost' and a.end_date is null and a.params->'lost_pct' is null`;
const CUT = `(l.error and exists (${CUT_PORTS}))`;
/** Whether every working device is behind a port whose connection is lost. */
const CUT_ALL = `(l.error and exists (${CUT_PORTS}) and not exists (
  select from plants.device d where d.company_id = $1 and d.plant_id = l.plant_id and d.enabled and not d.template
    and (d.port_id is null or not exists (${CUT_PORTS} and a.port_id = d.port_id))))`;
// How often a plant is polled matters where it has not been heard for an hour: of others it is not asked.
const FIGURES = `
  select l.plant_id, l.power_kw, l.power_partial, l.production, l.irradianza, ${MS('l.last_reading_at', 'last_reading_at')},
         case when l.last_reading_at > now() - interval '1 hour' then null else
           (select min(${deviceRhythm('d')}) from plants.device d
            where d.company_id = $1 and d.plant_id = l.plant_id and d.enabled and not d.template) end as poll_s,
         l.error, l.warning, l.string_w, l.spark_day, ${CUT} as lost_ports, ${CUT_ALL} as lost
  from plant_live l
  where l.company_id = $1 and ($2::bigint[] is null or l.plant_id = any($2))`;

const MASTER_COLUMNS = [
  'plant_id',
  'version',
  'proj_code',
  'name',
  'production_type',
  'potenza_nominale',
  'latitude',
  'longitude',
  'comune',
  'time_zone',
  'snooze_date',
  'snooze_kind',
] as const satisfies readonly (keyof LivePlantRow)[];
const FIGURES_COLUMNS = [
  'plant_id',
  'power_kw',
  'power_partial',
  'production',
  'irradianza',
  'last_reading_at',
  'poll_s',
  'error',
  'warning',
  'string_w',
  'spark_day',
  'lost_ports',
  'lost',
] as const satisfies readonly (keyof LivePlantRow)[];

/** Of a plant that nothing was computed of yet. */
const NO_FIGURES = {
  power_kw: null,
  power_partial: false,
  production: null,
  irradianza: null,
  last_reading_at: null,
  poll_s: null,
  error: false,
  warning: false,
  string_w: false,
  spark_day: null,
  lost_ports: false,
  lost: false,
} as const satisfies Omit<FiguresRow, 'plant_id'>;

/**
 * The rows of two packed answers, one after the other: whoever keeps none of them leaves nothing behind to be moved about in memory.
 * They are written out because objects that are copied cost ten times as much, to make and to read.
 */
function* unpacked(plants: Packed<MasterRow>, figures: Packed<FiguresRow>): Generator<LivePlantRow> {
  const places = new Map<number, number>();
  for (const [place, plant_id] of (figures.plant_id ?? []).entries()) places.set(plant_id, place);
  for (const [i, plant_id] of (plants.plant_id ?? []).entries()) {
    const k = places.get(plant_id) ?? -1;
    yield {
      plant_id,
      version: at(plants.version, i),
      proj_code: at(plants.proj_code, i),
      name: at(plants.name, i),
      production_type: at(plants.production_type, i),
      potenza_nominale: at(plants.potenza_nominale, i),
      latitude: at(plants.latitude, i),
      longitude: at(plants.longitude, i),
      comune: at(plants.comune, i),
      time_zone: at(plants.time_zone, i),
      snooze_date: at(plants.snooze_date, i),
      snooze_kind: at(plants.snooze_kind, i),
      power_kw: figures.power_kw?.[k] ?? null,
      power_partial: figures.power_partial?.[k] ?? false,
      production: figures.production?.[k] ?? null,
      irradianza: figures.irradianza?.[k] ?? null,
      last_reading_at: figures.last_reading_at?.[k] ?? null,
      poll_s: figures.poll_s?.[k] ?? null,
      error: figures.error?.[k] ?? false,
      warning: figures.warning?.[k] ?? false,
      string_w: figures.string_w?.[k] ?? false,
      spark_day: figures.spark_day?.[k] ?? null,
      lost_ports: figures.lost_ports?.[k] ?? false,
      lost: figures.lost?.[k] ?? false,
    };
  }
}

async function eachOfAll(tx: Tx): Promise<Iterable<LivePlantRow>> {
  const values = [tx.scope.company_id, plantFilter(tx.scope)];
  const [{ rows: plants }, { rows: figures }] = await Promise.all([
    tx.query<Packed<MasterRow>>(
      packed(MASTER_COLUMNS, `${MASTER} and p.kind = 'asset' order by p.proj_code`),
      values,
      'overview_all_plants',
    ),
    tx.query<Packed<FiguresRow>>(packed(FIGURES_COLUMNS, FIGURES), values, 'overview_all_figures'),
  ]);
  // Put together here: PostgreSQL looks each plant's figures up by itself, or without statistics tries all pairs.
  return plants[0] && figures[0] ? unpacked(plants[0], figures[0]) : [];
}

async function listNamed(tx: Tx, codes: readonly string[]): Promise<LivePlantRow[]> {
  const values = [tx.scope.company_id, plantFilter(tx.scope)];
  const { rows } = await tx.query<MasterRow>(
    `${MASTER} and p.proj_code = any($3::text[]) and (p.kind = 'asset' or $4) order by p.proj_code`,
    // What a single home tells is somebody's life.
    [...values, codes, readsHomes(tx.scope)],
    'overview_plants',
  );
  // One that is unknown or not to be seen refuses the whole request.
  if (rows.length < new Set(codes).size) notFound();
  const figures = await tx.query<FiguresRow>(
    `${FIGURES} and l.plant_id = any($3::bigint[])`,
    [...values, rows.map(({ plant_id }) => plant_id)],
    'overview_figures',
  );
  const known = new Map(figures.rows.map((row) => [row.plant_id, row]));
  return rows.map((plant) => ({ ...plant, ...(known.get(plant.plant_id) ?? NO_FIGURES) }));
}

/**
 * Plants that the scope may see with their live figures by code, all or those named, to be gone through once.
 * @throws AppError not_found when one that is named is not among them
 */
export function eachLivePlant(tx: Tx, codes?: readonly string[]): Promise<Iterable<LivePlantRow>> {
  return codes ? listNamed(tx, codes) : eachOfAll(tx);
}

/** The same as a list. */
export async function listLivePlants(tx: Tx, codes?: readonly string[]): Promise<LivePlantRow[]> {
  return [...(await eachLivePlant(tx, codes))];
}
