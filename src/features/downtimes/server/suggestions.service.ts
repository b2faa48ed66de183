import type { z } from 'zod';
import { recordAudit } from '../../../shared/server/audit.ts';
import { definedFields } from '../../../shared/server/changed-fields.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { causeKindOfAlarm } from '../causes.model.ts';
import { downtimeName } from '../downtime-name.model.ts';
import { type Downtime, type DowntimeChange, NewDowntime } from '../downtimes.contract.ts';
import { partShare } from '../power-share.model.ts';
import { mergedOf, splitOf } from '../suggestion-parts.model.ts';
import type { DowntimeSuggestion } from '../suggestions.contract.ts';
import { findCauseOfKind } from './causes.repository.ts';
import type { Downtimes } from './downtime-book.ts';
import { loadKnownPlants } from './known-plants.ts';
import {
  type AlarmWithin,
  decideSuggestion,
  type HeldSuggestion,
  holdSuggestion,
  insertSuggestions,
  listAlarmsOf,
  listSuggestionRows,
  pageOfSuggestions,
  type SuggestionRow,
  updateSuggestion,
} from './suggestions.repository.ts';

type Refusal = readonly [path: string, code: string, message: string];

function refuse(status: 'invalid' | 'conflict', [path, code, message]: Refusal): never {
  throw new AppError(status, message, { errors: [{ path, message, code }] });
}

const iso = (at: number): string => new Date(at).toISOString();

function present(
  row: SuggestionRow,
  {
    alarms,
    cause_id,
    percentage,
  }: { alarms: readonly AlarmWithin[]; cause_id: number | null; percentage: number | null },
): DowntimeSuggestion {
  const { evidence, start, stop, found_at, plant_id: _, device_ids: _d, ...own } = row;
  return {
    ...own,
    cause_id,
    percentage,
    start: iso(start),
    stop: stop === null ? null : iso(stop),
    until: iso(evidence.until),
    found_at: found_at.toISOString(),
    whole_plant: evidence.whole,
    measure: evidence.measure,
    alarms: alarms.map(({ id, code, date, end_date }) => ({
      id,
      code,
      date: date.toISOString(),
      end_date: end_date?.toISOString() ?? null,
    })),
  };
}

const namedBy = ({ evidence, device_ids }: SuggestionRow): ReadonlySet<number> | null =>
  evidence.whole ? null : new Set(device_ids);

/** Of the plant what those made not that made much less; the power of what stood still says it of the others. */
async function sharesOf(tx: Tx, rows: readonly SuggestionRow[]): Promise<Map<number, number | null>> {
  const less = rows.filter(({ kind }) => kind === 'much_less');
  const plants = await loadKnownPlants(
    tx,
    less.map(({ proj_code }) => proj_code),
  );
  return new Map(
    less.map((row) => {
      const known = plants.get(row.plant_id);
      return [row.id, known ? partShare(known, namedBy(row), row.share) : null];
    }),
  );
}

/** Suggestions of these numbers that the scope may see, as they are answered, the latest first. */
export async function listSuggestions(tx: Tx, ids: readonly number[]): Promise<DowntimeSuggestion[]> {
  if (ids.length === 0) return [];
  const rows = await listSuggestionRows(tx, ids);
  const alarms = new Map(
    (
      await listAlarmsOf(
        tx,
        rows.flatMap(({ evidence }) => evidence.alarm_ids),
      )
    ).map((alarm) => [alarm.id, alarm]),
  );
  const shares = await sharesOf(tx, rows);
  const causes = new Map<string, number | null>();
  const answers: DowntimeSuggestion[] = [];
  for (const row of rows) {
    const own = row.evidence.alarm_ids.flatMap((id) => alarms.get(id) ?? []);
    const kinds = own.map(({ code }) => causeKindOfAlarm(code));
    // Silence is no standstill: beside another alarm it is not the cause.
    const kind = kinds.find((one) => one !== 'communication') ?? kinds[0];
    if (kind && !causes.has(kind)) causes.set(kind, (await findCauseOfKind(tx, kind)) ?? null);
    const cause_id = kind ? (causes.get(kind) ?? null) : null;
    answers.push(present(row, { alarms: own, cause_id, percentage: shares.get(row.id) ?? null }));
  }
  return answers;
}

/** @throws AppError not_found */
export async function findSuggestion(tx: Tx, id: number): Promise<DowntimeSuggestion> {
  return (await listSuggestions(tx, [id]))[0] ?? notFound();
}

/** A page of suggestions in a state. */
export async function pageOf(
  tx: Tx,
  filter: { state: string; plant_id: number | null },
  page: PageQuery,
): Promise<{ count: number; results: DowntimeSuggestion[] }> {
  const { count, ids } = await pageOfSuggestions(tx, filter, page);
  return { count, results: await listSuggestions(tx, ids) };
}

/** A suggestion that nobody has decided on, held. @throws AppError not_found; conflict for another version, or where it is decided */
async function holdOpen(tx: Tx, id: number, version: number | undefined): Promise<HeldSuggestion> {
  const held = (await holdSuggestion(tx, id)) ?? notFound();
  await assertVersion(held, version, () => findSuggestion(tx, id));
  if (held.state !== 'open')
    refuse('conflict', ['', 'decided', 'Somebody has decided on this suggestion already']);
  return held;
}

async function note(
  tx: Tx,
  action: Parameters<typeof recordAudit>[1],
  one: DowntimeSuggestion,
): Promise<void> {
  await recordAudit(tx, action, String(one.id), { name: downtimeName(one) });
  await notifyTopics(tx, ['downtime_suggestions']);
}

type Said = z.output<typeof DowntimeChange>;

/** Makes a downtime of a suggestion; what is said counts in place of what was found. @throws AppError as `create` of the book */
export async function acceptSuggestion(
  tx: Tx,
  { id, said, downtimes, now }: { id: number; said: Said; downtimes: Downtimes; now: Date },
): Promise<Downtime> {
  const { version, ...fields } = said;
  await holdOpen(tx, id, version);
  const one = await findSuggestion(tx, id);
  const cause_id = fields.cause_id ?? one.cause_id;
  if (cause_id === null) refuse('invalid', ['cause_id', 'required', 'required']);
  const device_ids = one.whole_plant ? [] : one.devices.map(({ device_id }) => device_id);
  const alarm_ids = one.alarms.map((alarm) => alarm.id);
  // Of other devices nobody knows what they made: then their power counts, or what is said.
  const isOther = fields.device_ids !== undefined || fields.section_id != null;
  const { proj_code, start, stop } = one;
  const percentage = isOther ? null : one.percentage;
  const found = { proj_code, start, stop, device_ids, percentage, alarm_ids };
  const given = NewDowntime.parse({ ...found, ...definedFields(fields), cause_id });
  const downtime = await downtimes.create(tx, given, now);
  await decideSuggestion(tx, id, { state: 'accepted', downtime_id: downtime.id });
  await note(tx, 'downtime_suggestion.accepted', one);
  return downtime;
}

/** Says that a suggestion is no downtime. @throws AppError not_found, conflict */
export async function dismissSuggestion(
  tx: Tx,
  id: number,
  { reason, version }: { reason: string; version?: number | undefined },
): Promise<DowntimeSuggestion> {
  await holdOpen(tx, id, version);
  await decideSuggestion(tx, id, { state: 'dismissed', reason });
  const one = await findSuggestion(tx, id);
  await note(tx, 'downtime_suggestion.dismissed', one);
  return one;
}

/** Makes one suggestion of several. @throws AppError not_found; conflict; invalid for those of several plants */
export async function mergeSuggestions(
  tx: Tx,
  asked: readonly { readonly id: number; readonly version: number }[],
): Promise<DowntimeSuggestion> {
  const held: HeldSuggestion[] = [];
  // In one order, so that two who merge the same do not wait for each other.
  for (const { id, version } of asked.toSorted((a, b) => a.id - b.id))
    held.push(await holdOpen(tx, id, version));
  const [first, ...others] = held.toSorted((a, b) => a.start - b.start);
  if (!first) notFound();
  if (others.some(({ plant_id }) => plant_id !== first.plant_id))
    refuse('invalid', ['suggestions', 'several_plants', 'Suggestions of several plants cannot be merged']);
  const kind = held.some((one) => one.kind === 'much_less') ? 'much_less' : 'none';
  await updateSuggestion(tx, { ...first, kind, ...mergedOf([first, ...others]) });
  for (const { id } of others) await decideSuggestion(tx, id, { state: 'merged' });
  const one = await findSuggestion(tx, first.id);
  await note(tx, 'downtime_suggestion.merged', one);
  return one;
}

interface SplitAsked {
  readonly at?: string | undefined;
  readonly device_ids?: readonly number[] | undefined;
  readonly version?: number | undefined;
}

/** Makes two suggestions of one. @throws AppError not_found; conflict; invalid where one part would be empty */
export async function splitSuggestion(tx: Tx, id: number, asked: SplitAsked): Promise<DowntimeSuggestion[]> {
  const held = await holdOpen(tx, id, asked.version);
  const at = asked.at === undefined ? undefined : Date.parse(asked.at);
  const parts = splitOf(held, { at, device_ids: asked.device_ids });
  if (typeof parts === 'string')
    refuse('invalid', [
      parts,
      'empty_part',
      'Each of the two parts must hold some of it: name an instant within it, or some of its devices',
    ]);
  const [kept, other] = parts;
  await updateSuggestion(tx, { ...held, ...kept });
  const made = await insertSuggestions(tx, held.plant_id, [{ ...held, ...other }]);
  const both = await listSuggestions(tx, [id, ...made]);
  await note(tx, 'downtime_suggestion.split', await findSuggestion(tx, id));
  return both;
}
