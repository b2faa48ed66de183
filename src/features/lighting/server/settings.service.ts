import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { merge } from '../../../shared/server/changed-fields.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type {
  LightingException,
  MunicipalitySettings,
  municipalitiesCalls,
} from '../municipalities.contract.ts';
import { isPauseBackwards, neverLit } from '../night.model.ts';
import { listOwnTimes } from './boxes.repository.ts';
import { wakeExecutor } from './commands.repository.ts';
import { hold } from './hold.repository.ts';
import { readMunicipality } from './municipalities.service.ts';
import { refusals } from './refusals.ts';
import { scheduleOf, tonightOf } from './schedules.ts';
import {
  DEFAULT_SETTINGS,
  listExceptions,
  listSettings,
  replaceExceptions,
  type SettingsChange,
  type SettingsRow,
  updateSettings,
} from './settings.repository.ts';

type Calls = typeof municipalitiesCalls;
type NewSettings = NonNullable<Out<Calls['changeSettings']['body']>['settings']>;

async function rowOf(
  tx: Tx,
  of: { id: number | null; municipality_id: number | null },
): Promise<SettingsRow> {
  const [found] = await listSettings(tx, of);
  return found ?? notFound();
}

/** Settings as they are shown, with what they come to tonight. */
async function presentSettings(tx: Tx, row: SettingsRow, now: Date): Promise<MunicipalitySettings> {
  const { municipality_id, ...fields } = row;
  const municipality = await readMunicipality(tx, municipality_id);
  const exceptions = await listExceptions(tx, municipality_id);
  return {
    ...fields,
    comune: municipality_id,
    exceptions: exceptions.map(({ municipality_id: _, position: __, ...one }) => one),
    tonight: tonightOf(scheduleOf(municipality, row, exceptions), now),
  };
}

/** @throws AppError not_found */
export async function readSettings(
  tx: Tx,
  municipality_id: number,
  now: Date,
): Promise<MunicipalitySettings> {
  return presentSettings(tx, await rowOf(tx, { id: null, municipality_id }), now);
}

const daysOf = ({ from_day, to_day }: LightingException): number =>
  (Date.parse(to_day) - Date.parse(from_day)) / 86_400_000;

type Pauses = NonNullable<NewSettings['half_night']>;

/** @throws AppError invalid where a pause has no length or ends before it begins, or a line has two */
function assertPauses(pauses: Pauses, before: Pauses): void {
  const paused = new Set<number>();
  for (const [at, half] of pauses.entries()) {
    if (half.off === half.on) throw refusals.neverLit('same_minute', `settings.half_night.${at}.on`);
    // One that an older program took keeps nobody from changing something else.
    const isKept = before.some(({ off, on }) => off === half.off && on === half.on);
    if (!isKept && isPauseBackwards(half)) throw refusals.pauseBackwards(`settings.half_night.${at}.on`);
    if (half.lines.some((line) => paused.has(line)))
      throw refusals.lineTwice(`settings.half_night.${at}.lines`);
    for (const line of half.lines) paused.add(line);
  }
}

/** The times of a night with those that an exception sets: what it leaves out is as the settings have it. */
const withOwn = (times: SettingsRow | typeof DEFAULT_SETTINGS, one: LightingException) => ({
  turn_on_auto: times.turn_on_auto && one.turn_on_date === null,
  turn_on_date: one.turn_on_date ?? times.turn_on_date,
  turn_off_auto: times.turn_off_auto && one.turn_off_date === null,
  turn_off_date: one.turn_off_date ?? times.turn_off_date,
});

/** @throws AppError invalid where lights would never burn, or days run backwards */
export function assertSettings(asked: NewSettings, before?: SettingsRow): void {
  const { exceptions: _, ...fields } = asked;
  const times = merge(before ?? DEFAULT_SETTINGS, fields);
  // Times that an older program took keep nobody from changing something else.
  const never = before && neverLit(before, null) ? null : neverLit(times, null);
  if (never) throw refusals.neverLit(never, 'settings.turn_off_date');
  assertPauses(asked.half_night ?? [], before?.half_night ?? []);
  for (const [at, one] of (asked.exceptions ?? []).entries()) {
    const place = `settings.exceptions.${at}`;
    if (!(daysOf(one) >= 0 && daysOf(one) < 366)) throw refusals.backwards(`${place}.to_day`);
    if (one.kind === 'times' && one.turn_on_date === null && one.turn_off_date === null)
      throw refusals.timesMissing(`${place}.turn_on_date`);
    const dark = one.kind === 'times' && neverLit(withOwn(times, one), null);
    if (dark)
      throw refusals.neverLit(dark, `${place}.turn_${one.turn_off_date === null ? 'on' : 'off'}_date`);
  }
}

/** @throws AppError invalid where a box with times of its own, lit by the settings before, never were by these */
async function assertBoxesLit(tx: Tx, before: SettingsRow, fields: SettingsChange): Promise<void> {
  const times = merge(before, fields);
  const boxes = await listOwnTimes(tx, { municipality_id: before.municipality_id, ids: null });
  for (const own of boxes) {
    const never = neverLit(before, own) ? null : neverLit(times, own);
    if (never) throw refusals.boxNeverLit(never, 'settings.turn_off_date', own.serial);
  }
}

interface Change {
  readonly row: SettingsRow;
  readonly fields: SettingsChange;
  readonly exceptions: readonly LightingException[] | undefined;
}

async function store(tx: Tx, { row, fields, exceptions }: Change, now: Date): Promise<MunicipalitySettings> {
  await assertBoxesLit(tx, row, fields);
  await updateSettings(tx, row.id, fields);
  if (exceptions) await replaceExceptions(tx, row.municipality_id, exceptions);
  await recordAudit(tx, 'municipality_settings.changed', String(row.municipality_id), {
    ...fields,
    ...(exceptions && { exceptions: exceptions.length }),
  });
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  return presentSettings(tx, await rowOf(tx, { id: row.id, municipality_id: null }), now);
}

/** Sets all of a municipality's settings anew. @throws AppError not_found, invalid */
export async function setSettings(
  tx: Tx,
  { comune, ...asked }: Out<Calls['setSettings']['body']>,
  now: Date,
): Promise<MunicipalitySettings> {
  const row = await rowOf(tx, { id: null, municipality_id: comune });
  const fields = { ...DEFAULT_SETTINGS, ...asked };
  assertSettings(fields);
  return store(tx, { row, fields, exceptions: undefined }, now);
}

/** @throws AppError not_found, invalid; conflict where somebody saved in between */
export async function changeSettings(
  tx: Tx,
  { id, settings, version }: { readonly id: number; settings: NewSettings; version: number | undefined },
  now: Date,
): Promise<MunicipalitySettings> {
  await hold(tx, 'municipality_settings', id);
  const row = await rowOf(tx, { id, municipality_id: null });
  await assertVersion(row, version, () => presentSettings(tx, row, now));
  assertSettings(settings, row);
  const { exceptions, ...fields } = settings;
  return store(tx, { row, fields, exceptions }, now);
}
