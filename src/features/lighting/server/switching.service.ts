import { randomUUID } from 'node:crypto';
import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { type AppError, notFound } from '../../../shared/server/errors.ts';
import { iso, isoOrNull } from '../../../shared/server/iso.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { isNightWithin, wantsLightWithin } from '../dark.model.ts';
import { EXPIRES_MS, MAX_OVERRIDE_MS } from '../lighting.model.ts';
import type { LightingCommand } from '../lighting-fields.contract.ts';
import { LINES, type Schedule, wantedAt } from '../night.model.ts';
import { askedDigest, type SwitchOrder } from './asked-digest.ts';
import { type BoxRow, findBoxes, findBySerial } from './boxes.repository.ts';
import {
  type Caution,
  type CommandRow,
  insertCommands,
  listByKeys,
  type NewCommand,
  readCaution,
  supersede,
  wakeExecutor,
} from './commands.repository.ts';
import { listControllers } from './controllers.repository.ts';
import { type LineRow, listLinesOf } from './lines.repository.ts';
import { refusals } from './refusals.ts';
import { readSchedules, scheduleOfBox } from './schedules.ts';

/** What is asked, and how. */
export interface Switching extends SwitchOrder {
  readonly key: string | undefined;
  readonly reason: string | undefined;
  readonly now: Date;
}

/** Why nothing is sent to a box, in the words that commands have for it, and what says so where it alone was meant. */
interface Hindrance {
  readonly fault: 'disabled' | 'unpaired' | 'no_controller' | 'no_lines';
  readonly refusal: AppError;
}

interface Known {
  readonly boxes: ReadonlyMap<number, BoxRow>;
  readonly lines: ReadonlyMap<number, readonly LineRow[]>;
  readonly controlled: ReadonlySet<number>;
  readonly schedules: ReadonlyMap<number, Schedule>;
  readonly caution: Caution;
}

async function know(tx: Tx, { updates, now }: Switching): Promise<Known> {
  const ids = [...new Set(updates.map(({ box_id }) => box_id))];
  const boxes = new Map((await findBoxes(tx, ids, now)).map((box) => [box.id, box]));
  if (boxes.size < ids.length) notFound();
  const controllers = await withEveryPlant(tx, () => listControllers(tx, ids));
  return {
    boxes,
    lines: Map.groupBy(await listLinesOf(tx, ids), ({ box_id }) => box_id),
    controlled: new Set(controllers.map(({ box_id }) => box_id)),
    schedules: await readSchedules(tx),
    caution: await readCaution(tx),
  };
}

const linesInUse = (known: Known, box_id: number): number[] =>
  (known.lines.get(box_id) ?? []).filter(({ enabled }) => enabled).map(({ line }) => line);

/** The lines that are meant: those named that are in use, or all in use; none where nothing can be switched there. */
function linesFor(known: Known, { box_id, lines }: Switching['updates'][number]): number[] {
  const inUse = linesInUse(known, box_id);
  return lines === undefined ? inUse : inUse.filter((line) => lines.includes(line));
}

function hindranceOf(known: Known, update: Switching['updates'][number]): Hindrance | undefined {
  const box = known.boxes.get(update.box_id) ?? notFound();
  const { serial } = box;
  if (!box.enabled) return { fault: 'disabled', refusal: refusals.boxDisabled(serial) };
  if (box.comune_id === null) return { fault: 'unpaired', refusal: refusals.boxUnpaired(serial) };
  if (!known.controlled.has(box.id))
    return { fault: 'no_controller', refusal: refusals.noController(serial) };
  if (linesFor(known, update).length > 0) return undefined;
  return { fault: 'no_lines', refusal: refusals.noLines(serial) };
}

/** @throws AppError conflict where the one box that is meant takes no such command, or a line that is named is not in use */
function assertSwitchable(known: Known, update: Switching['updates'][number]): void {
  const inUse = linesInUse(known, update.box_id);
  const off = update.lines?.toSorted((a, b) => a - b).find((line) => !inUse.includes(line));
  const hindrance = hindranceOf(known, update);
  if (hindrance && (hindrance.fault !== 'no_lines' || off === undefined)) throw hindrance.refusal;
  const { serial } = known.boxes.get(update.box_id) ?? notFound();
  if (off !== undefined) throw refusals.lineOff(serial, off);
}

/** When the schedule acts again: as the person says, else at its next switch of these lines. */
function overrideEnd(
  schedule: Schedule | undefined,
  lines: readonly number[],
  { until, now }: Switching,
): Date | null {
  if (until !== undefined) {
    const at = new Date(until);
    const ahead = at.getTime() - now.getTime();
    if (ahead <= 0 || ahead > MAX_OVERRIDE_MS) throw refusals.untilPast();
    return at;
  }
  if (!schedule) return null;
  const ends = lines.map((line) => wantedAt(schedule, line, now.getTime()).until ?? now.getTime() + DAY_MS);
  return new Date(Math.min(...ends));
}

interface Dark {
  readonly box_id: number;
  readonly schedule: Schedule | undefined;
  readonly lines: readonly number[];
  readonly until: Date | null;
}

/** Whether lines that are switched off now are dark at night before their schedule acts again. */
function isDarkAtNight(known: Known, { box_id, schedule, lines, until }: Dark, now: Date): boolean {
  // Where nothing takes over, it stays dark through the night.
  if (until === null) return true;
  const within = { from: now.getTime(), to: until.getTime() };
  if (schedule) return wantsLightWithin(schedule, lines, within);
  const around = known.schedules.get(known.boxes.get(box_id)?.comune_id ?? 0);
  return around === undefined || isNightWithin(around.place, within);
}

/** Whether a second person must say yes first: off unless the company asked for it. */
function needsSecond(
  { caution: { many_boxes, dark_at_night } }: Known,
  { updates }: Switching,
  { on, isDark }: { readonly on: boolean; readonly isDark: () => boolean },
): boolean {
  if (many_boxes !== null && updates.length >= many_boxes) return true;
  return dark_at_night && !on && isDark();
}

/** A word is not executed any more once its own time is over. */
const within = (expires_at: Date, override_until: Date | null): Date =>
  override_until !== null && override_until < expires_at ? override_until : expires_at;

/** What is said of a command before anything is known of what becomes of it. */
function wordOf(tx: Tx, asked: Switching, { at, key }: { at: number; key: string }) {
  const { box_id, on } = asked.updates[at] ?? notFound();
  return {
    box_id,
    turn_on: on,
    key: `${key}/${at}`,
    origin: 'person' as const,
    user_id: tx.scope.user_id,
    reason: asked.reason ?? '',
    created_at: asked.now,
  };
}

function commandOf(
  tx: Tx,
  known: Known,
  { asked, at, key }: { asked: Switching; at: number; key: string },
): NewCommand {
  const update = asked.updates[at] ?? notFound();
  const { now } = asked;
  const word = wordOf(tx, asked, { at, key });
  const hindrance = hindranceOf(known, update);
  if (hindrance) {
    // It is over before it began: nothing is sent, and nothing is held.
    const lines = [...new Set(update.lines ?? LINES)].sort((a, b) => a - b);
    const over = { state: 'failed' as const, fault: hindrance.fault, ended_at: now };
    return { ...word, ...over, lines, override_until: null, expires_at: now };
  }
  const lines = linesFor(known, update);
  const schedule = scheduleOfBox(known.boxes.get(update.box_id) ?? notFound(), known.schedules);
  const override_until = overrideEnd(schedule, lines, asked);
  const dark = { box_id: update.box_id, schedule, lines, until: override_until };
  const proposed = needsSecond(known, asked, {
    on: update.on,
    isDark: () => isDarkAtNight(known, dark, now),
  });
  const lasts = proposed ? EXPIRES_MS.proposed : EXPIRES_MS.person;
  return {
    ...word,
    lines,
    state: proposed ? 'proposed' : 'queued',
    override_until,
    expires_at: within(new Date(now.getTime() + lasts), override_until),
  };
}

/** Whether a command that stands is what is asked; what a box has in use, or stands in its way, may have changed since. */
function isAsked(
  row: CommandRow,
  { box_id, lines, on }: Switching['updates'][number],
  digest: Buffer,
): boolean {
  if (row.asked_digest !== null) return row.asked_digest.equals(digest);
  // It was recorded before requests were kept: by what came of it.
  const named = lines === undefined || row.lines.every((line) => lines.includes(line));
  return row.box_id === box_id && row.on === on && named;
}

const keysOf = ({ updates }: Switching, key: string): string[] => updates.map((_, at) => `${key}/${at}`);

/** The commands that stand under the keys of a request, in its order; nothing of those that none stands under. @throws AppError conflict where one is another */
async function standing(tx: Tx, asked: Switching, key: string): Promise<CommandRow[]> {
  const keys = keysOf(asked, key);
  const rows = new Map((await listByKeys(tx, keys)).map((row) => [row.key, row]));
  const digest = askedDigest(asked);
  return asked.updates.flatMap((update, at) => {
    const row = rows.get(keys[at] ?? '');
    if (row === undefined) return [];
    if (row.user_id !== tx.scope.user_id || !isAsked(row, update, digest)) throw refusals.keyTwice();
    return row;
  });
}

/** What was answered to the same request before; undefined where it is a new one, which what stands in its way is told of first. */
async function repeated(tx: Tx, asked: Switching, key: string): Promise<LightingCommand[] | undefined> {
  if (asked.key === undefined) return undefined;
  const rows = await standing(tx, asked, key);
  return rows.length === asked.updates.length ? presentCommands(tx, rows) : undefined;
}

/** Commands with the names of the people in them. */
export async function presentCommands(tx: Tx, rows: readonly CommandRow[]): Promise<LightingCommand[]> {
  const names = await listMemberNames(
    tx,
    rows.flatMap(({ user_id, decided_by }) => [user_id, decided_by]),
  );
  const person = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
  return rows.map(({ user_id, decided_by, key: _, asked_digest: __, ...row }) => ({
    ...row,
    who: person(user_id),
    decided_by: person(decided_by),
    override_until: isoOrNull(row.override_until),
    expires_at: iso(row.expires_at),
    created_at: iso(row.created_at),
    sent_at: isoOrNull(row.sent_at),
    confirmed_at: isoOrNull(row.confirmed_at),
    ended_at: isoOrNull(row.ended_at),
  }));
}

const KEY = /^[A-Za-z0-9_-]{1,100}$/;

/** So many boxes are each named in the audit; of more it says how many, with the key that their commands begin with. */
export const NAMED_BOXES = 100;

async function audit(tx: Tx, made: readonly NewCommand[], { key, reason = '' }: Switching): Promise<void> {
  const [first] = made;
  if (!first) return;
  if (made.length <= NAMED_BOXES) {
    for (const { box_id, lines, turn_on } of made)
      await recordAudit(tx, 'lighting_box.switched', String(box_id), { lines, on: turn_on, reason });
    return;
  }
  const boxes = new Set(made.map(({ box_id }) => box_id)).size;
  const on = made.every(({ turn_on }) => turn_on === first.turn_on) ? { on: first.turn_on } : {};
  await recordAudit(tx, 'lighting_box.switched_many', '', { boxes, ...on, reason, command_key: key });
}

/**
 * Records commands before anything is sent; under the same key only once, and all of a request or none: none joins what a
 * second person may have seen. What of them waits on the same lines is superseded. @throws AppError conflict
 */
async function record(
  tx: Tx,
  known: Known,
  { asked, key }: { readonly asked: Switching; readonly key: string },
): Promise<LightingCommand[]> {
  const asked_digest = askedDigest(asked);
  const commands = asked.updates.map((_, at) => ({
    ...commandOf(tx, known, { asked, at, key }),
    asked_digest,
  }));
  const made = new Set(await insertCommands(tx, commands));
  if (made.size > 0 && made.size < commands.length) throw refusals.keyTwice();
  const rows = await standing(tx, asked, key);
  await supersede(tx, [...made], asked.now);
  const anew = commands.filter((one) => made.has(one.key));
  await audit(tx, anew, { ...asked, key });
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  return presentCommands(tx, rows);
}

/** The key of a request, or a new one. @throws AppError invalid */
function keyFor({ key }: Switching): string {
  if (key !== undefined && !KEY.test(key)) throw refusals.badKey();
  return key ?? randomUUID();
}

/**
 * Switches lines of many boxes, each with an outcome of its own: one that takes no command as it is keeps no other back, and
 * its command has failed from the beginning. // docs/adr/0070
 * @throws AppError not_found, invalid, conflict
 */
export async function switchLines(tx: Tx, asked: Switching): Promise<LightingCommand[]> {
  const key = keyFor(asked);
  return (await repeated(tx, asked, key)) ?? record(tx, await know(tx, asked), { asked, key });
}

/** A box by serial and registration number; what it does not take is refused. @throws AppError as `switchLines` */
export async function switchBox(
  tx: Tx,
  {
    serial,
    reg_number,
    on,
    lines,
    ...asked
  }: Omit<Switching, 'updates'> & {
    readonly serial: string;
    readonly reg_number: string;
    readonly on: boolean;
    readonly lines: readonly number[] | undefined;
  },
): Promise<LightingCommand> {
  const box_id = (await findBySerial(tx, { serial, reg_number })) ?? notFound();
  const update = { box_id, lines, on };
  const whole = { ...asked, updates: [update] };
  const key = keyFor(whole);
  const [before] = (await repeated(tx, whole, key)) ?? [];
  if (before) return before;
  const known = await know(tx, whole);
  assertSwitchable(known, update);
  const [command] = await record(tx, known, { asked: whole, key });
  return command ?? notFound();
}
