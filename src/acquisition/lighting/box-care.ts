import type pg from 'pg';
import {
  type BoxState,
  type CommandEnd,
  type ComparedWanted,
  lightingField,
} from '../../features/lighting/server/field.public.ts';
import type { Logger } from '../../shared/server/log.ts';
import { errorText } from '../../shared/server/start-fault.ts';
import { scopeOfWork } from '../../shared/server/tenancy.ts';
import type { Clock } from '../clock.ts';
import { PortGone } from '../field-tasks/port-access.ts';
import { isPassing } from '../write-faults.ts';
import { Batch } from './batch.ts';
import type { Box } from './box.ts';
import { type BoxInputs, readInputs, readPower } from './box-bits.ts';
import { faultOf } from './faults.ts';
import type { FieldLine } from './field-line.ts';
import { keepClock } from './keep-clock.ts';
import { keepTable } from './keep-table.ts';
import type { NightRow } from './night-words.ts';
import { settleUnknown } from './settle-unknown.ts';

export type CareParts = {
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'warn'>;
  readonly clock: Clock;
  /** Ends the waiting for a database that is away. */
  readonly signal: AbortSignal;
};

const CLOCK_EVERY_MS = 10 * 60_000;
const TABLE_EVERY_MS = 6 * 3_600_000;
const WRITE_AGAIN_MS = 500;
const NO_POWER = { power_kw: null, line_kw: null, clock_offset_s: null };

/** What is written together for a company. */
type Books = {
  readonly sent: Batch<number, boolean>;
  readonly ends: Batch<CommandEnd, void>;
  readonly states: Batch<BoxState, void>;
  readonly tables: Batch<ComparedWanted, void>;
};

/** What is read of cabinets and what is kept of it, a company's together in few transactions. */
export class BoxCare {
  readonly #parts: CareParts;
  readonly #books = new Map<number, Books>();
  /** Cabinets with commands of which nobody knows what came. */
  readonly #unknown = new WeakSet<Box>();

  constructor(parts: CareParts) {
    this.#parts = parts;
  }

  markSent(company_id: number, id: number): Promise<boolean> {
    return this.#booksOf(company_id).sent.add(id);
  }

  /** Nothing of it went out. @param gone the port is another's by now */
  async putBack(company_id: number, id: number, gone: boolean): Promise<void> {
    const { pool, clock } = this.#parts;
    const claimed_at = gone ? null : new Date(clock.now());
    await lightingField.requeue(pool, scopeOfWork(company_id), { ids: [id], claimed_at });
  }

  end(company_id: number, end: CommandEnd): Promise<void> {
    return this.#booksOf(company_id).ends.add(end);
  }

  noteUnknown(box: Box): void {
    this.#unknown.add(box);
  }

  /** Reads the inputs of a cabinet. @throws what a line throws */
  async inputsOf(box: Box, line: FieldLine): Promise<BoxInputs> {
    const inputs = await readInputs(line, box.field.unit_id, box.field.profile);
    // Whoever comes back may have been without power, and have lost its times and its clock.
    if (box.silent) box.clock_due_ms = box.table_due_ms = 0;
    box.silent = false;
    return inputs;
  }

  /** Keeps inputs that were read, and settles by them what was not known. */
  async noteInputs(
    box: Box,
    inputs: BoxInputs,
    more: Parameters<Box['stateOf']>[2] = NO_POWER,
  ): Promise<void> {
    const at_ms = this.#parts.clock.now();
    await this.#booksOf(box.company_id).states.add(box.stateOf(at_ms, inputs, more));
    if (!this.#unknown.has(box)) return;
    const { pool } = this.#parts;
    const scope = scopeOfWork(box.company_id);
    const commands = await lightingField.listUnknown(pool, scope, [box.field.box_id]);
    const saidAfter = (line: number, since_ms: number) => (box.saidOf(line, at_ms)?.at_ms ?? 0) > since_ms;
    const ends = settleUnknown(commands, inputs, saidAfter);
    await Promise.all(ends.map((end) => this.end(box.company_id, end)));
    this.#unknown.delete(box);
  }

  /** Reads all of a cabinet, and keeps its clock and, now and then, its times. */
  async lookAt(box: Box, line: FieldLine): Promise<void> {
    const { clock, log } = this.#parts;
    const { field, company_id } = box;
    // Whoever answers there is not asked as a cabinet.
    if (field.moved)
      return await this.#booksOf(company_id).states.add(silentState(box, clock.now(), 'moved'));
    try {
      const inputs = await this.inputsOf(box, line);
      // A meter or a clock that does not answer makes no silent cabinet: its inputs were read.
      const power = await readPower(line, field.unit_id, field.profile).catch(nothingRead);
      const clock_offset_s = await this.#clockOf(box, line).catch(nothingRead);
      await this.noteInputs(box, inputs, { ...NO_POWER, ...power, clock_offset_s });
      if (clock.now() >= box.table_due_ms) await this.keepTable(box, line);
    } catch (error) {
      if (error instanceof PortGone) throw error;
      const fault = faultOf(error);
      if (fault === 'fault') {
        log.warn(
          { company_id, box: field.box_id, why: errorText(error) },
          'a cabinet could not be looked at',
        );
        return;
      }
      box.silent = true;
      await this.#booksOf(company_id).states.add(silentState(box, clock.now(), fault));
    }
  }

  async #clockOf(box: Box, line: FieldLine): Promise<number | null> {
    const now_ms = this.#parts.clock.now();
    if (now_ms < box.clock_due_ms || !box.kept) return null;
    const kept = await keepClock(box.field, line, () => this.#parts.clock.now());
    // One that was set is looked at again with the next look.
    box.clock_due_ms = kept?.set ? now_ms : now_ms + CLOCK_EVERY_MS;
    return kept?.offset_s ?? null;
  }

  /** Brings a cabinet's own times to what they should be. */
  async keepTable(box: Box, line: FieldLine): Promise<void> {
    if (!box.kept) return;
    const { pool, clock } = this.#parts;
    const scope = scopeOfWork(box.company_id);
    const ids = [box.field.box_id];
    const [row] = await lightingField.listWanted(pool, scope, ids);
    if (row === undefined) return;
    const overrides = await lightingField.listOverrides(pool, scope, ids);
    const now_ms = clock.now();
    box.table_due_ms = now_ms + TABLE_EVERY_MS;
    const { wanted_at, verified } = row;
    const table = await keepTable({
      field: box.field,
      line,
      wanted: row.wanted as NightRow[],
      overrides,
      verified,
      now_ms,
    });
    // Whoever holds none goes by the portal's clock: there is nothing to be brought to it.
    const nothing = {
      state: 'verified',
      fault: 'none',
      read_back: null,
      written: false,
      again_s: 0,
    } as const;
    await this.#booksOf(box.company_id).tables.add({
      ...(table ?? { box_id: box.field.box_id, ...nothing }),
      wanted_at,
    });
  }

  #booksOf(company_id: number): Books {
    const known = this.#books.get(company_id);
    if (known !== undefined) return known;
    const scope = scopeOfWork(company_id);
    const { pool, clock } = this.#parts;
    const now = () => new Date(clock.now());
    const made: Books = {
      sent: new Batch(async (ids) => {
        const sent = new Set(await lightingField.markSent(pool, scope, ids));
        return (id) => sent.has(id);
      }),
      ends: new Batch((ends) => this.#insist(() => lightingField.end(pool, scope, { ends, now: now() }))),
      states: new Batch((states) =>
        this.#insist(() => lightingField.saveStates(pool, scope, newest(states))),
      ),
      tables: new Batch((tables) =>
        this.#insist(() => lightingField.saveTables(pool, scope, { tables: newest(tables), now: now() })),
      ),
    };
    this.#books.set(company_id, made);
    return made;
  }

  /** While the database is away for a while what was found is kept. */
  async #insist(work: () => Promise<void>): Promise<() => void> {
    const { signal, log, clock } = this.#parts;
    for (let said = false; ; said = true) {
      try {
        await work();
        return () => undefined;
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error;
        if (!said) log.warn({ why: errorText(error) }, 'what cabinets say waits for the database');
        await clock.sleep(WRITE_AGAIN_MS, signal);
      }
    }
  }
}

/** @throws PortGone, and what is a fault of the program */
function nothingRead(error: unknown): null {
  if (error instanceof PortGone || faultOf(error) === 'fault') throw error;
  return null;
}

/** The last of each box. */
function newest<T extends { readonly box_id: number }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [one.box_id, one])).values()];
}

function silentState({ field }: Box, at_ms: number, fault: string): BoxState {
  const { box_id } = field;
  return { box_id, at_ms, fault, inputs: null, power_kw: null, clock_offset_s: null, lines: [] };
}
