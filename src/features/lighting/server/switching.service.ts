import { randomUUID } from 'node:crypto';
import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { EXPIRES_MS, LONGEST_OVERRIDE_MS } from '../lighting.model.ts';
import type { LightingCommand } from '../lighting-fields.contract.ts';
import { type Schedule, wantedAt } from '../night.model.ts';
import { type BoxRow, findBoxes, findBySerial } from './boxes.repository.ts';
import {
  type Caution,
  type CommandRow,
  decideCommand,
  findCommand,
  insertCommands,
  listByKeys,
  type NewCommand,
  readCaution,
  supersede,
  wakeExecutor,
} from './commands.repository.ts';
import { listControllers } from './controllers.repository.ts';
import { iso, isoOrNull } from './iso.ts';
import { type LineRow, listLinesOf } from './lines.repository.ts';
import { refusals } from './refusals.ts';
import { readSchedules, scheduleOfBox } from './schedules.ts';

/** What a person asks: absolute, never "the other way". */
export interface Switching {
  readonly updates: readonly {
    readonly box_id: number;
    /** Undefined: all that are in use. */
    readonly lines: readonly number[] | undefined;
    readonly on: boolean;
  }[];
  readonly key: string | undefined;
  readonly reason: string | undefined;
  readonly until: string | undefined;
  readonly now: Date;
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

/** The lines that are meant. @throws AppError conflict where nothing can be switched there */
function linesFor(known: Known, { box_id, lines }: Switching['updates'][number]): number[] {
  const box = known.boxes.get(box_id) ?? notFound();
  if (!box.enabled) throw refusals.boxDisabled(box.serial);
  if (box.comune_id === null) throw refusals.boxUnpaired(box.serial);
  if (!known.controlled.has(box_id)) throw refusals.noController(box.serial);
  const inUse = (known.lines.get(box_id) ?? []).filter(({ enabled }) => enabled).map(({ line }) => line);
  const asked = lines === undefined ? inUse : [...new Set(lines)].sort((a, b) => a - b);
  const off = asked.find((line) => !inUse.includes(line));
  if (off !== undefined) throw refusals.lineOff(box.serial, off);
  if (asked.length === 0) throw refusals.noLines(box.serial);
  return asked;
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
    if (ahead <= 0 || ahead > LONGEST_OVERRIDE_MS) throw refusals.untilPast();
    return at;
  }
  if (!schedule) return null;
  const ends = lines.map((line) => wantedAt(schedule, line, now.getTime()).until ?? now.getTime() + DAY_MS);
  return new Date(Math.min(...ends));
}

/** Whether a second person must say yes first: off unless the company asked for it. */
function needsSecond(
  known: Known,
  { schedule, lines, on }: { schedule: Schedule | undefined; lines: readonly number[]; on: boolean },
  { updates, now }: Switching,
): boolean {
  const { many_boxes, dark_at_night } = known.caution;
  if (many_boxes !== null && updates.length >= many_boxes) return true;
  if (!dark_at_night || on || !schedule) return false;
  return lines.some((line) => wantedAt(schedule, line, now.getTime()).is_on);
}

/** A word is not executed any more once its own time is over. */
const within = (expires_at: Date, override_until: Date | null): Date =>
  override_until !== null && override_until < expires_at ? override_until : expires_at;

function commandOf(
  tx: Tx,
  known: Known,
  { asked, at, key }: { asked: Switching; at: number; key: string },
): NewCommand {
  const update = asked.updates[at] ?? notFound();
  const { box_id, on } = update;
  const lines = linesFor(known, update);
  const box = known.boxes.get(box_id) ?? notFound();
  const schedule = scheduleOfBox(box, known.schedules);
  const proposed = needsSecond(known, { schedule, lines, on }, asked);
  const { now, reason = '' } = asked;
  const lasts = proposed ? EXPIRES_MS.proposed : EXPIRES_MS.person;
  const override_until = overrideEnd(schedule, lines, asked);
  return {
    ...{
      box_id,
      lines,
      turn_on: on,
      key: `${key}/${at}`,
      origin: 'person',
      user_id: tx.scope.user_id,
      reason,
    },
    state: proposed ? 'proposed' : 'queued',
    override_until,
    expires_at: within(new Date(now.getTime() + lasts), override_until),
    created_at: now,
  };
}

const isSame = (row: CommandRow, command: NewCommand): boolean =>
  row.box_id === command.box_id &&
  row.on === command.turn_on &&
  String(row.lines) === String(command.lines) &&
  row.user_id === command.user_id;

/** Commands with the names of the people in them. */
export async function presentCommands(tx: Tx, rows: readonly CommandRow[]): Promise<LightingCommand[]> {
  const names = await listMemberNames(
    tx,
    rows.flatMap(({ user_id, decided_by }) => [user_id, decided_by]),
  );
  const person = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
  return rows.map(({ user_id, decided_by, key: _, ...row }) => ({
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

/**
 * Records commands before anything is sent; under the same key only once. What of them waits on the same lines is
 * superseded. // design/decisions.md, Lighting commands
 * @throws AppError not_found, invalid, conflict
 */
export async function switchLines(tx: Tx, asked: Switching): Promise<LightingCommand[]> {
  if (asked.key !== undefined && !KEY.test(asked.key)) throw refusals.badKey();
  const key = asked.key ?? randomUUID();
  const known = await know(tx, asked);
  const commands = asked.updates.map((_, at) => commandOf(tx, known, { asked, at, key }));
  const keys = commands.map((one) => one.key);
  const made = await insertCommands(tx, commands);
  const rows = new Map((await listByKeys(tx, keys)).map((row) => [row.key, row]));
  if (commands.some((one) => !isSame(rows.get(one.key) ?? notFound(), one))) throw refusals.keyTwice();
  await supersede(tx, made, asked.now);
  for (const { box_id, lines, turn_on, reason } of commands
    .filter((one) => made.includes(one.key))
    .slice(0, 100))
    await recordAudit(tx, 'lighting_box.switched', String(box_id), { lines, on: turn_on, reason });
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  return presentCommands(
    tx,
    keys.flatMap((one) => rows.get(one) ?? []),
  );
}

/** A box by serial and registration number. @throws AppError as `switchLines` */
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
  const [command] = await switchLines(tx, { ...asked, updates: [{ box_id, lines, on }] });
  return command ?? notFound();
}

/** Another person's word on a command that waits for it. @throws AppError not_found, conflict */
export async function decide(
  tx: Tx,
  { id, accept, now }: { readonly id: number; readonly accept: boolean; readonly now: Date },
): Promise<LightingCommand> {
  const before = (await findCommand(tx, id)) ?? notFound();
  const { override_until } = before;
  if (before.state !== 'proposed' || within(before.expires_at, override_until) <= now)
    throw refusals.notWaiting();
  if (accept && before.user_id === tx.scope.user_id) throw refusals.ownWord();
  const expires_at = within(new Date(now.getTime() + EXPIRES_MS.person), override_until);
  if (!(await decideCommand(tx, { id, accept, expires_at, now }))) throw refusals.notWaiting();
  if (accept) await supersede(tx, [before.key], now);
  await recordAudit(tx, 'lighting_box.decided', String(before.box_id), { accepted: accept });
  await notifyTopics(tx, ['lighting']);
  await wakeExecutor(tx);
  const [command] = await presentCommands(tx, [(await findCommand(tx, id)) ?? notFound()]);
  return command ?? notFound();
}
