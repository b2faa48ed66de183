import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { In, Out } from '../../../shared/contract/call.ts';
import { lineOf, nameOf } from '../../../shared/contract/fields.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type CensusFault, type CensusValues, pellWith, valuesOf } from '../census.model.ts';
import type { lightPointsCalls } from '../light-points.contract.ts';
import { LAMP_KINDS } from '../lighting.model.ts';
import { Latitude, type LightPoint, Line, Longitude, Pell } from '../lighting-fields.contract.ts';
import { readBox } from './boxes.service.ts';
import { findBoxIds, findByCodes, insertLights, type NewLight, updateLights } from './census.repository.ts';
import { type CensusRow, readCensus } from './census-file.ts';
import { linesThere } from './lines.repository.ts';
import { refusals } from './refusals.ts';
import { forgetSums } from './sums.repository.ts';

type Call = (typeof lightPointsCalls)['importLights'];
type Report = In<Call['ok']>;

/** A light point as it would be stored. */
const Stored = z.object({
  line: Line,
  code: nameOf(60),
  lamp_kind: z.enum(LAMP_KINDS),
  power_w: z.number().min(0).max(10_000).nullable(),
  pole: lineOf(60),
  street: lineOf(160),
  latitude: Latitude,
  longitude: Longitude,
  pell: Pell,
});

const BLANK = {
  lamp_kind: 'led',
  power_w: null,
  pole: '',
  street: '',
  latitude: null,
  longitude: null,
  pell: {},
} as const;

interface Fault {
  readonly row: number;
  readonly column: string;
  readonly code: CensusFault;
}

interface Ground {
  readonly boxes: ReadonlyMap<string, number>;
  readonly known: ReadonlyMap<string, LightPoint>;
  /** Lines that these boxes have, as `placeOf` writes them. */
  readonly lines: ReadonlySet<string>;
  /** Of rows that name no box. */
  readonly box_id: number | undefined;
}

const placeOf = ({ box_id, line }: { readonly box_id: number; readonly line: number }): string =>
  `${box_id}/${line}`;

interface Judged {
  readonly added: NewLight[];
  readonly changed: (NewLight & { readonly id: number })[];
  readonly faults: Fault[];
  unchanged: number;
}

const stored = ({
  box_id,
  line,
  code,
  lamp_kind,
  power_w,
  pole,
  street,
  latitude,
  longitude,
  pell,
}: LightPoint): NewLight => ({
  box_id,
  line,
  code,
  lamp_kind,
  power_w,
  pole,
  street,
  latitude,
  longitude,
  pell,
});

/** What a row makes of a light point: it as it would be, or what is wrong. */
function merge(
  values: CensusValues,
  before: LightPoint | undefined,
  ground: Ground,
): NewLight | readonly Omit<Fault, 'row'>[] {
  const { box } = values;
  const named = typeof box === 'string' ? ground.boxes.get(box) : undefined;
  if (box !== undefined && named === undefined) return [{ column: 'box', code: 'unknown_box' }];
  const box_id = named ?? before?.box_id ?? ground.box_id;
  if (box_id === undefined) return [{ column: 'box', code: 'no_box' }];
  const from = before ?? BLANK;
  const merged = { ...from, ...values, pell: pellWith(from.pell, values) };
  if (!('line' in merged) || merged.line === undefined) return [{ column: 'line', code: 'no_line' }];
  const read = Stored.safeParse(merged);
  if (!read.success)
    return read.error.issues.map(({ path }) => ({ column: String(path.at(-1) ?? ''), code: 'not_allowed' }));
  if ((read.data.latitude === null) !== (read.data.longitude === null))
    return [{ column: read.data.latitude === null ? 'latitude' : 'longitude', code: 'half_place' }];
  const light = { ...read.data, box_id };
  const stays = before !== undefined && placeOf(before) === placeOf(light);
  return stays || ground.lines.has(placeOf(light)) ? light : [{ column: 'line', code: 'unknown_line' }];
}

/** Sorts a row: new, changed, as it is, or faulty. */
function judge(judged: Judged, { row, values }: { row: number; values: CensusValues }, ground: Ground): void {
  const before = ground.known.get(String(values.code));
  const light = merge(values, before, ground);
  if (!('box_id' in light)) judged.faults.push(...light.map((fault) => ({ row, ...fault })));
  else if (!before) judged.added.push(light);
  else if (isDeepStrictEqual(stored(before), light)) judged.unchanged++;
  else judged.changed.push({ ...light, id: before.id });
}

interface Read {
  readonly rows: readonly { readonly row: number; readonly values: CensusValues }[];
  readonly faults: readonly Fault[];
}

/** What the cells of all rows mean; each code stands once. */
function readRows(rows: readonly CensusRow[]): Read {
  const faults: Fault[] = [];
  const seen = new Set<unknown>();
  const read = rows.flatMap(({ row, cells, fault }) => {
    if (fault) {
      faults.push({ row, column: '', code: fault });
      return [];
    }
    const { values, faults: own } = valuesOf(cells);
    const { code } = values;
    const of_code = !code ? 'no_code' : seen.has(code) ? 'code_twice' : undefined;
    seen.add(code);
    if (of_code) faults.push({ row, column: 'code', code: of_code });
    faults.push(...own.map((one) => ({ row, ...one })));
    return of_code || own.length > 0 ? [] : [{ row, values }];
  });
  return { rows: read, faults };
}

/** At most so many are told: the first say mostly what is wrong with all. */
const TOLD = 50;

/** Says in short how light points stand: it is another one when somebody has changed, added or deleted one. */
function standOf(lights: readonly LightPoint[]): string {
  const hash = createHash('sha256');
  for (const { id, version } of lights) hash.update(`${id}:${version};`);
  return hash.digest('hex');
}

async function store(tx: Tx, { added, changed }: Judged): Promise<void> {
  if (added.length > 0 && (await insertLights(tx, added)).length < added.length) throw refusals.censusMoved();
  // Of the towns that they come from, too.
  await forgetSums(tx, { lights: changed.map(({ id }) => id) });
  if (changed.length > 0) await updateLights(tx, changed);
  const [addedOf, changedOf] = [added, changed].map((lights) =>
    Map.groupBy(lights as readonly { readonly box_id: number }[], ({ box_id }) => box_id),
  );
  const boxes = new Set([...added, ...changed].map((light) => light.box_id));
  for (const box_id of boxes)
    await recordAudit(tx, 'lighting_box.census', String(box_id), {
      lights_added: addedOf?.get(box_id)?.length ?? 0,
      lights_changed: changedOf?.get(box_id)?.length ?? 0,
    });
  await forgetSums(tx, { boxes: [...boxes] });
  await notifyTopics(tx, ['lighting']);
}

/** Takes a census over, all rows or none; a dry run says what would happen. @throws AppError not_found, invalid; conflict where somebody changed light points since the dry run */
export async function importCensus(
  tx: Tx,
  { text, box_id, dry_run, stand }: Out<Call['body']>,
  now: Date,
): Promise<Report> {
  if (box_id !== undefined) await readBox(tx, box_id, now);
  const file = readCensus(text);
  const { rows, faults } = readRows(file.rows);
  const codes = rows.map(({ values }) => String(values.code));
  const lights = await findByCodes(tx, codes, { held: !dry_run });
  const serials = rows.flatMap(({ values }) => (typeof values.box === 'string' ? [values.box] : []));
  const boxes = await findBoxIds(tx, [...new Set(serials)]);
  const box_ids = [...boxes.values(), ...lights.map((light) => light.box_id), box_id ?? []].flat();
  const lines = await linesThere(tx, [...new Set(box_ids)], { held: !dry_run });
  const ground = {
    boxes,
    box_id,
    lines: new Set(lines.map(placeOf)),
    known: new Map(lights.map((light) => [light.code, light])),
  };
  const judged: Judged = { added: [], changed: [], faults: [...faults], unchanged: 0 };
  for (const row of rows) judge(judged, row, ground);
  const found = standOf(lights);
  if (!dry_run) {
    if (judged.faults.length > 0) throw refusals.censusFaulty(judged.faults.length);
    if (stand !== undefined && stand !== found) throw refusals.censusMoved();
    await store(tx, judged);
  }
  return {
    rows: file.rows.length,
    added: judged.added.length,
    changed: judged.changed.length,
    unchanged: judged.unchanged,
    ignored: [...file.ignored],
    faults: judged.faults.length,
    told: judged.faults.toSorted((a, b) => a.row - b.row).slice(0, TOLD),
    stand: found,
  };
}
