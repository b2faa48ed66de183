import type { BoxState, FieldBox } from '../../features/lighting/server/field.public.ts';
import { Turns } from '../../shared/server/turns.ts';
import type { BoxInputs, BoxPower } from './box-bits.ts';
import { lastSaid, type NightRow, type Stretch, stretchesOf } from './night-words.ts';

const LINES = [1, 2, 3, 4, 5, 6];

/** A cabinet as it is looked after here: one thing at a time is done with it. */
export class Box {
  field: FieldBox;
  readonly company_id: number;
  readonly turns = new Turns(1);
  /** When it is to be looked at next. */
  due_ms: number;
  looking = false;
  /** Its times are being brought to it. */
  bringing = false;
  /** When its clock is to be compared next, and its times: at first, and when it comes back, at once. */
  clock_due_ms = 0;
  table_due_ms = 0;
  silent = false;
  /** Of each line; empty where its schedule says nothing. */
  #stretches: readonly (readonly Stretch[])[] = [];

  constructor(company_id: number, field: FieldBox, look_ms: number) {
    this.company_id = company_id;
    this.field = field;
    this.due_ms = look_ms;
  }

  /**
   * May its own clock and times be written? Nothing is to a cabinet that no municipality ever had; one that is out of use would go
   * on by the times that it holds, and is brought none.
   */
  get kept(): boolean {
    const { paired, holds_times, moved } = this.field;
    return (paired || holds_times) && !moved;
  }

  /** What its schedule wants, as it was made last. */
  schedule(wanted: readonly NightRow[]): void {
    this.#stretches = LINES.map((line) => wanted.filter((row) => row.line === line).flatMap(stretchesOf));
  }

  /** What the schedule of a line said last; undefined where it is switched by hand alone. */
  saidOf(line: number, at_ms: number): { on: boolean; at_ms: number } | undefined {
    if (!this.field.auto_mode || !this.field.paired) return undefined;
    return lastSaid(this.#stretches[line - 1] ?? [], at_ms);
  }

  /** What was read, as it is kept. */
  stateOf(
    at_ms: number,
    inputs: BoxInputs,
    { power_kw, line_kw, clock_offset_s }: BoxPower & { clock_offset_s: number | null },
  ): BoxState {
    const { feedback, tripped, manual, door_open, supply_ok, leakage } = inputs;
    const wired = Object.entries({ manual, door_open, supply_ok, leakage }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as const],
    );
    const lines = LINES.map((line, i) => {
      const said = this.saidOf(line, at_ms);
      return {
        line,
        feedback: feedback[i] ?? null,
        tripped: tripped[i] ?? null,
        kw: line_kw?.[i] ?? null,
        said: said?.on ?? null,
        said_ms: said?.at_ms ?? null,
      };
    });
    const { box_id } = this.field;
    return { box_id, at_ms, fault: '', inputs: Object.fromEntries(wired), power_kw, clock_offset_s, lines };
  }
}
