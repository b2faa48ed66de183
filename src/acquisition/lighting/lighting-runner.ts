import type pg from 'pg';
import {
  type FieldBox,
  type FieldCommand,
  lightingField,
} from '../../features/lighting/server/field.public.ts';
import { FairTurns } from '../../shared/server/fair-turns.ts';
import type { Logger } from '../../shared/server/log.ts';
import { errorText } from '../../shared/server/start-fault.ts';
import { scopeOfWork } from '../../shared/server/tenancy.ts';
import { type Clock, Naps, systemClock } from '../clock.ts';
import { PortGone } from '../field-tasks/port-access.ts';
import { Box } from './box.ts';
import { BoxCare } from './box-care.ts';
import type { FieldLine } from './field-line.ts';
import type { NightRow } from './night-words.ts';
import { ClaimReader } from './read-claims.ts';
import { runCommand } from './run-command.ts';

/** A connection, and where it leads. */
export type LitPort = {
  readonly line: FieldLine;
  readonly leads: { readonly host: string; readonly port: number };
};

export type LightingTimes = {
  /** Waits between the readings after a write. */
  readonly waits_ms: readonly number[];
  /** How often is looked whose turn it is. */
  readonly tick_ms: number;
  /** How often is looked for what was left by others. */
  readonly tend_ms: number;
  /** What was sent so long ago by somebody who is gone is unknown. */
  readonly forsaken_s: number;
};

export type LightingRunnerParts = {
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** The companies whose ports are polled here. */
  readonly companies: () => ReadonlySet<number>;
  /** Those of a company. */
  readonly portIds: (company_id: number) => readonly number[];
  /** One of them; undefined once it is not polled here any more. */
  readonly port: (company_id: number, port_id: number) => LitPort | undefined;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly times?: Partial<LightingTimes>;
};

const TIMES: LightingTimes = {
  waits_ms: [0, 80, 160, 320, 640, 1300, 2500],
  tick_ms: 250,
  tend_ms: 5_000,
  forsaken_s: 10,
};
/** Commands under way at once, in all and of one company. */
const COMMANDS = { at_once: 256, of_one: 200 };
const LOOKS = { at_once: 96, of_one: 64 };
const CLAIMED_AT_ONCE = 256;
/** The first looks at cabinets are so far apart. */
const SPREAD_MS = 20;
/** Boxes of a large company are listed anew less often: so long for each of them, and no less than a second. */
const LISTED_MS = { each: 1, least: 1_000, most: 30_000 };

type Company = {
  readonly id: number;
  readonly boxes: Map<number, Box>;
  listed_ms: number;
  stale: boolean;
  tended_ms: number;
  looking: boolean;
  again: boolean;
  /** As many commands were taken as there was room for: others may wait. */
  more: boolean;
};

/**
 * Looks after the lighting cabinets behind the ports that are polled here: executes what was commanded, reads their inputs and
 * meters, keeps their own times and clocks, and settles what nobody knew. Never fails; while the database is away it waits.
 */
export class LightingRunner {
  readonly #parts: LightingRunnerParts;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #times: LightingTimes;
  readonly #naps: Naps;
  readonly #companies = new Map<number, Company>();
  readonly #commands = new FairTurns(COMMANDS);
  readonly #looks = new FairTurns(LOOKS);
  /** Commands in hand, by company and number. */
  readonly #held = new Map<string, { company_id: number; id: number }>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #care: BoxCare;
  readonly #claims: ClaimReader;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  constructor(parts: LightingRunnerParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#random = parts.random ?? Math.random;
    this.#times = { ...TIMES, ...parts.times };
    this.#naps = new Naps(this.#clock);
    this.#care = new BoxCare({ ...parts, clock: this.#clock, signal: this.#closing.signal });
    this.#claims = new ClaimReader({
      pool: parts.pool,
      clock: this.#clock,
      lineOf: (company_id, port_id) => parts.port(company_id, port_id)?.line,
    });
    this.#running = this.#run();
  }

  /** Something was commanded in a company, or anything of its cabinets has changed. */
  heard(company_id: number): void {
    const company = this.#companyOf(company_id);
    company.stale = true;
    this.#look(company);
  }

  /** Notices may have been missed, or ports have come or gone. */
  missed(): void {
    for (const company_id of this.#parts.companies()) this.heard(company_id);
  }

  /** Begins nothing more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#naps.wake();
    await this.#running;
    await Promise.all(this.#working);
  }

  #companyOf(id: number): Company {
    const known = this.#companies.get(id);
    if (known !== undefined) return known;
    const made: Company = {
      id,
      boxes: new Map(),
      listed_ms: Number.NEGATIVE_INFINITY,
      stale: true,
      tended_ms: Number.NEGATIVE_INFINITY,
      looking: false,
      again: false,
      more: false,
    };
    this.#companies.set(id, made);
    return made;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const now_ms = this.#clock.now();
      const own = this.#parts.companies();
      for (const id of own) this.#companyOf(id);
      for (const company of this.#companies.values()) {
        if (!own.has(company.id)) this.#companies.delete(company.id);
        else this.#turnOf(company, now_ms);
      }
      await this.#naps.sleep(this.#times.tick_ms);
    }
  }

  #turnOf(company: Company, now_ms: number): void {
    const untended_ms = company.boxes.size === 0 ? 0 : Math.abs(now_ms - company.tended_ms);
    if (isListDue(company, now_ms) || untended_ms >= this.#times.tend_ms) this.#look(company);
    for (const box of company.boxes.values()) {
      if (box.looking || (box.due_ms > now_ms && box.due_ms <= now_ms + 2 * box.field.poll_s * 1000))
        continue;
      box.looking = true;
      this.#do(this.#looks.run({ company_id: company.id, owner_id: null }, () => this.#lookAt(box)));
    }
  }

  #do(work: Promise<unknown>): void {
    const working = work
      .catch((error: unknown) => {
        if (!(error instanceof PortGone)) this.#parts.log.error({ err: error }, 'lighting could not go on');
      })
      .finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  /** The way to a cabinet; undefined where its port leads elsewhere than where it was claimed, though nobody has listed it anew. */
  #lineOf({ company_id, field }: Box): FieldLine | undefined {
    const found = this.#parts.port(company_id, field.port_id);
    if (found === undefined || field.moved) return found?.line;
    const { host, port } = found.leads;
    return field.place === `${host.toLowerCase()}:${port}/${field.unit_id}` ? found.line : undefined;
  }

  async #lookAt(box: Box): Promise<void> {
    const line = this.#lineOf(box);
    try {
      if (line !== undefined && !this.#closing.signal.aborted)
        await box.turns.run(() => this.#care.lookAt(box, line));
    } finally {
      box.looking = false;
      box.due_ms = this.#clock.now() + box.field.poll_s * 1000;
    }
  }

  /** One look at a company at a time: whoever comes meanwhile is looked for right after. */
  #look(company: Company): void {
    if (this.#closing.signal.aborted) return;
    company.again = true;
    if (company.looking) return;
    company.looking = true;
    this.#do(
      this.#lookWhile(company).finally(() => {
        company.looking = false;
      }),
    );
  }

  async #lookWhile(company: Company): Promise<void> {
    while (company.again && !this.#closing.signal.aborted) {
      company.again = false;
      try {
        await this.#lookOnce(company);
      } catch (error) {
        this.#parts.log.warn(
          { company_id: company.id, why: errorText(error) },
          'lighting cannot be looked for',
        );
      }
    }
  }

  async #lookOnce(company: Company): Promise<void> {
    const port_ids = this.#parts.portIds(company.id);
    if (port_ids.length === 0) return;
    const now_ms = this.#clock.now();
    if (isListDue(company, now_ms)) await this.#list(company, port_ids);
    this.#do(this.#claims.read(company.id, port_ids));
    if (company.boxes.size === 0) return;
    await this.#claim(company, port_ids);
    if (Math.abs(now_ms - company.tended_ms) < this.#times.tend_ms) return;
    company.tended_ms = now_ms;
    await this.#tend(company, port_ids);
  }

  async #list(company: Company, port_ids: readonly number[]): Promise<void> {
    const { pool } = this.#parts;
    company.stale = false;
    company.listed_ms = this.#clock.now();
    const fields = await lightingField.listBoxes(pool, scopeOfWork(company.id), port_ids);
    const gone = new Set(company.boxes.keys());
    const remade: Box[] = [];
    // Many that are new are not all asked at once, now and ever after.
    const spread_ms = fields.length * SPREAD_MS;
    for (const field of fields) {
      gone.delete(field.box_id);
      const box = company.boxes.get(field.box_id);
      if (box === undefined || box.field.wanted_ms !== field.wanted_ms)
        remade.push(this.#keep(company, field, spread_ms));
      else this.#renew(box, field);
    }
    for (const box_id of gone) company.boxes.delete(box_id);
    for (let from = 0; from < remade.length; from += 500)
      await this.#schedule(company.id, remade.slice(from, from + 500));
  }

  #keep(company: Company, field: FieldBox, spread_ms: number): Box {
    const known = company.boxes.get(field.box_id);
    if (known !== undefined) {
      this.#renew(known, field);
      return known;
    }
    const look_ms = this.#clock.now() + this.#random() * Math.min(field.poll_s * 1000, spread_ms);
    const made = new Box(company.id, field, look_ms);
    company.boxes.set(field.box_id, made);
    return made;
  }

  #renew(box: Box, field: FieldBox): void {
    const asked = (field.asked_ms ?? 0) > (box.field.asked_ms ?? 0);
    box.field = field;
    if (asked) box.due_ms = this.#clock.now();
  }

  async #schedule(company_id: number, boxes: readonly Box[]): Promise<void> {
    const ids = boxes.map(({ field }) => field.box_id);
    const rows = await lightingField.listWanted(this.#parts.pool, scopeOfWork(company_id), ids);
    const wanted = new Map(rows.map((row) => [row.box_id, row.wanted as NightRow[]]));
    for (const box of boxes) box.schedule(wanted.get(box.field.box_id) ?? []);
  }

  async #claim(company: Company, port_ids: readonly number[]): Promise<void> {
    const at_most = CLAIMED_AT_ONCE - this.#commands.held(company.id);
    if (at_most <= 0) {
      company.more = true;
      return;
    }
    const scope = scopeOfWork(company.id);
    const claimed = await lightingField.claim(this.#parts.pool, scope, { port_ids, at_most });
    for (const command of claimed) this.#begin(company, command);
    // A cabinet that is not known here yet is listed at once.
    if (claimed.some(({ box_id }) => !company.boxes.has(box_id)))
      company.listed_ms = Number.NEGATIVE_INFINITY;
    company.more = claimed.length === at_most;
  }

  #begin(company: Company, command: FieldCommand): void {
    const key = `${company.id}/${command.id}`;
    if (this.#held.has(key)) return;
    this.#held.set(key, { company_id: company.id, id: command.id });
    const party = { company_id: company.id, owner_id: null };
    const work = this.#commands.run(party, () => this.#execute(company, command));
    this.#do(work.finally(() => this.#end(company, key)));
  }

  #end(company: Company, key: string): void {
    this.#held.delete(key);
    // What waits in the database is taken while half of the turns are free; many end at the same time.
    if (company.more && this.#commands.held(company.id) <= CLAIMED_AT_ONCE / 2) this.#look(company);
  }

  async #execute(company: Company, command: FieldCommand): Promise<void> {
    const box = company.boxes.get(command.box_id);
    const line = box && this.#lineOf(box);
    if (box === undefined || line === undefined || this.#closing.signal.aborted)
      return await this.#care.putBack(company.id, command.id, true);
    await box.turns.run(async () => {
      line.hurry();
      const outcome = await runCommand(command, {
        field: box.field,
        line,
        inputs: () => this.#care.inputsOf(box, line),
        markSent: () => this.#care.markSent(company.id, command.id),
        sleep: (ms) => (ms === 0 ? Promise.resolve() : this.#clock.sleep(ms, this.#closing.signal)),
        waits_ms: this.#times.waits_ms,
        hurried: () => this.#closing.signal.aborted,
      }).catch((error: unknown) => {
        if (error instanceof PortGone) return { kind: 'gone' } as const;
        throw error;
      });
      if (outcome.kind === 'dropped') return;
      if (outcome.kind !== 'ended')
        return await this.#care.putBack(company.id, command.id, outcome.kind === 'gone');
      if (outcome.inputs !== null) await this.#care.noteInputs(box, outcome.inputs);
      await this.#care.end(company.id, outcome.end);
      // What it then draws is worth knowing soon.
      box.due_ms = Math.min(box.due_ms, this.#clock.now() + 1_000);
    });
  }

  async #tend(company: Company, port_ids: readonly number[]): Promise<void> {
    const { pool } = this.#parts;
    const scope = scopeOfWork(company.id);
    const held = [...this.#held.values()].filter((one) => one.company_id === company.id).map(({ id }) => id);
    await lightingField.forsakeSent(pool, scope, { port_ids, held, older_s: this.#times.forsaken_s });
    for (const { box_id } of await lightingField.listUnknown(pool, scope, null)) {
      const box = company.boxes.get(box_id);
      if (box === undefined) continue;
      this.#care.noteUnknown(box);
      box.due_ms = Math.min(box.due_ms, this.#clock.now());
    }
    for (const box_id of await lightingField.listTablesDue(pool, scope, port_ids)) {
      const box = company.boxes.get(box_id);
      const line = box && this.#lineOf(box);
      if (box === undefined || line === undefined || box.bringing) continue;
      box.bringing = true;
      const party = { company_id: company.id, owner_id: null };
      const work = this.#looks.run(party, () => box.turns.run(() => this.#care.keepTable(box, line)));
      this.#do(
        work.finally(() => {
          box.bringing = false;
        }),
      );
    }
  }
}

function isListDue({ stale, listed_ms, boxes }: Company, now_ms: number): boolean {
  const waited_ms = Math.abs(now_ms - listed_ms);
  const rest_ms = Math.max(LISTED_MS.least, boxes.size * LISTED_MS.each);
  return (stale && waited_ms >= rest_ms) || waited_ms >= LISTED_MS.most;
}
