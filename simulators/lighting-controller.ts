import { LightingClock } from './lighting-clock.ts';
import { LINES, lineNumbers } from './lighting-lines.ts';
import { type Entry, LightingTimetable } from './lighting-timetable.ts';

export interface ControllerOptions {
  /** Milliseconds of the Unix clock. */
  readonly now: () => number;
  readonly serial: string;
  /** What stands on its label. */
  readonly pairing_code: number;
  /** What burns on each of the six lines when all its lamps are well; 0 for a line that nothing hangs on. */
  readonly loads_kw: readonly number[];
  /** What its meter shows at the beginning. */
  readonly energy_kwh?: number;
}

/** What may be wrong with a cabinet; lines count from 1. */
export interface ControllerFaults {
  /** No answer at all. */
  silent: boolean;
  /** What is written does not reach it, and is not answered. */
  loses_writes: boolean;
  /** Does what it is told, and the answer to it is lost. */
  deaf_after_write: boolean;
  /** Switches as it is told, and is silent from then on; setting its clock or its nights is answered. */
  silent_after_switching: boolean;
  /** Time that it takes for an answer. */
  late_ms: number;
  /** The feedback says what was commanded, the contactor stays open. */
  lying: readonly number[];
  /** The contactor is welded shut (true) or stays open (false), and the feedback says so. */
  stuck: Readonly<Record<number, boolean>>;
  /** The selector stands in manual: each line is as it is set by hand. */
  manual: boolean;
  by_hand: readonly number[];
  door_open: boolean;
  tripped: readonly number[];
  /** The mains are gone; the controller lives on its battery. */
  no_supply: boolean;
  /** Share of the lamps of a line that does not burn. */
  lamps_out: Readonly<Record<number, number>>;
  leakage_ma: number;
  /** Refuses to be written (exception 2). */
  refuses: boolean;
}

const WELL: ControllerFaults = {
  silent: false,
  loses_writes: false,
  deaf_after_write: false,
  silent_after_switching: false,
  late_ms: 0,
  lying: [],
  stuck: {},
  manual: false,
  by_hand: [],
  door_open: false,
  tripped: [],
  no_supply: false,
  lamps_out: {},
  leakage_ma: 0,
  refuses: false,
};

/** A change of an output, for whoever counts them. */
export interface Switching {
  readonly at_ms: number;
  readonly line: number;
  readonly on: boolean;
  readonly by: 'coil' | 'timetable';
}

/**
 * A lighting cabinet: six lines behind contactors, a meter, inputs, a timetable and a clock of its own. It lives whenever it
 * is looked at: what its timetable did meanwhile is done then, at its own instant, so that ten thousand cost nothing.
 * A written coil holds until the timetable next switches its line.
 */
export class LightingController {
  readonly options: ControllerOptions;
  readonly clock: LightingClock;
  readonly timetable = new LightingTimetable();
  readonly switchings: Switching[] = [];
  /** Requests that wrote a coil, whether or not anything changed. */
  coil_writes = 0;
  boots = 1;
  faults: ControllerFaults = WELL;
  readonly #outputs: boolean[] = new Array(LINES).fill(false);
  readonly #line_kwh: number[] = new Array(LINES).fill(0);
  #energy_kwh: number;
  #lived_to_ms: number;

  constructor(options: ControllerOptions) {
    this.options = options;
    this.clock = new LightingClock(options.now);
    this.#energy_kwh = options.energy_kwh ?? 0;
    this.#lived_to_ms = options.now();
  }

  /** Something breaks, or is mended by naming it as well; nothing named: all is well. */
  fail(faults?: Partial<ControllerFaults>): void {
    this.live();
    this.faults = faults === undefined ? WELL : { ...this.faults, ...faults };
  }

  /** Starts anew: takes from its timetable what should be. @param clock_lost its battery was empty */
  restart({ clock_lost = false } = {}): void {
    this.live();
    this.boots += 1;
    if (clock_lost) this.clock.lose();
    const held = this.timetable.heldAt(this.clock.now());
    for (const line of lineNumbers()) this.#set(line, held[line - 1] ?? false, 'timetable');
  }

  /** Does what its timetable said until now. */
  live(): void {
    const now_ms = this.options.now();
    const [from_ms, to_ms] = [this.clock.at(this.#lived_to_ms), this.clock.at(now_ms)];
    for (const entry of this.timetable.between(from_ms, to_ms)) {
      this.#burnUntil(Math.max(this.#lived_to_ms, this.clock.realOf(entry.at_ms)));
      this.#follow(entry);
    }
    this.#burnUntil(now_ms);
  }

  output(line: number): boolean {
    return this.#outputs[line - 1] ?? false;
  }

  /** Is the contactor of a line really closed? */
  contactor(line: number): boolean {
    const { stuck, lying, manual, by_hand, no_supply } = this.faults;
    const held = stuck[line];
    if (held !== undefined) return held;
    if (no_supply || lying.includes(line)) return false;
    return manual ? by_hand.includes(line) : this.output(line);
  }

  /** What the auxiliary contact of a line says. */
  feedback(line: number): boolean {
    return this.faults.lying.includes(line) ? this.output(line) : this.contactor(line);
  }

  /** What a line draws now. */
  powerKw(line: number): number {
    const { tripped, no_supply, lamps_out } = this.faults;
    if (!this.contactor(line) || no_supply || tripped.includes(line)) return 0;
    return (this.options.loads_kw[line - 1] ?? 0) * (1 - (lamps_out[line] ?? 0));
  }

  lineEnergyKwh(line: number): number {
    return this.#line_kwh[line - 1] ?? 0;
  }

  get energy_kwh(): number {
    return this.#energy_kwh;
  }

  /** A coil is written. */
  switchLine(line: number, on: boolean): void {
    this.live();
    this.#set(line, on, 'coil');
  }

  /** Its clock is set; what its timetable has for the time that is jumped over is done at once. */
  setClock(to_ms: number): void {
    this.live();
    const before_ms = this.clock.now();
    this.clock.set(to_ms);
    for (const entry of this.timetable.between(before_ms, to_ms)) this.#follow(entry);
  }

  /** Its own times come into force. The first ones, and those after a restart, say at once what should be. */
  takeTable(day: number, words: Uint16Array): void {
    const first = !this.timetable.in_force;
    this.timetable.take(day, words);
    if (first) this.#followTable();
  }

  #followTable(): void {
    for (const [i, held] of this.timetable.heldAt(this.clock.now()).entries())
      if (held !== undefined) this.#set(i + 1, held, 'timetable');
  }

  #follow({ line, on }: Entry): void {
    this.#set(line, on, 'timetable');
  }

  #set(line: number, on: boolean, by: Switching['by']): void {
    if (this.output(line) === on) return;
    this.#outputs[line - 1] = on;
    this.switchings.push({ at_ms: this.#lived_to_ms, line, on, by });
  }

  #burnUntil(to_ms: number): void {
    const hours = (to_ms - this.#lived_to_ms) / 3_600_000;
    if (hours <= 0) return;
    for (const line of lineNumbers()) {
      const kwh = this.powerKw(line) * hours;
      this.#line_kwh[line - 1] = this.lineEnergyKwh(line) + kwh;
      this.#energy_kwh += kwh;
    }
    this.#lived_to_ms = to_ms;
  }
}
