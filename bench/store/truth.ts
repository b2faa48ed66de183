import { HOUR_MS } from '../../src/shared/units/zones.ts';
import type { Field, Piece } from './field.ts';
import { type DaysWindow, hoursIn, QUESTIONS, type Question } from './questions.ts';

const within = (ts: number, { start, end }: DaysWindow) => ts >= start && ts < end;

/** Adds up what was delivered, independently of every store: what their answers are compared with. */
export class Truth {
  readonly #last: Float64Array;
  readonly #series: number[] = [];
  readonly #sums = new Map<DaysWindow, number>();
  readonly #hourSums: Float64Array;
  readonly #hourCounts: Float64Array;
  readonly #width: number;
  readonly #window: DaysWindow;
  #count = 0;

  constructor(field: Field) {
    this.#width = field.fleet[0]?.variables.length ?? 0;
    this.#last = new Float64Array(field.fleet.length * this.#width).fill(Number.NaN);
    const hours = QUESTIONS.map(({ question }) => question).find(({ kind }) => kind === 'hours');
    if (hours?.kind !== 'hours') throw new Error('nobody asks for hours');
    this.#window = hours.window;
    const cells = hoursIn(this.#window) * field.inverter.variables.length;
    this.#hourSums = new Float64Array(cells);
    this.#hourCounts = new Float64Array(cells);
  }

  /** Readings delivered so far. */
  get count(): number {
    return this.#count;
  }

  see(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      for (const column of piece.columns) for (const value of column) if (!Number.isNaN(value)) this.#count++;
      if (piece.device.set === 'fleet') this.#seeFleet(piece);
      else if (piece.device.set === 'inverter') this.#seeInverter(piece);
      else if (piece.device.set === 'meter') this.#seeMeter(piece);
    }
  }

  /** The right answer, laid out as the question's kind says. */
  answer(question: Question): Float64Array {
    if (question.kind === 'last') return this.#last;
    if (question.kind === 'series') return Float64Array.from(this.#series);
    if (question.kind === 'sum') return Float64Array.of(this.#sums.get(question.window) ?? 0);
    return this.#hourSums.map((sum, i) => sum / (this.#hourCounts[i] ?? 0));
  }

  #seeFleet({ device, columns }: Piece): void {
    columns.forEach((column, slot) => {
      const newest = column.findLast((value) => !Number.isNaN(value));
      if (newest !== undefined) this.#last[device.index * this.#width + slot] = newest;
    });
  }

  #seeInverter({ ts, columns }: Piece): void {
    const day = QUESTIONS.map(({ question }) => question).find(({ kind }) => kind === 'series');
    const hours = hoursIn(this.#window);
    ts.forEach((at, i) => {
      if (day?.kind === 'series' && within(at, day.window))
        this.#series.push(at, columns[0]?.[i] ?? Number.NaN);
      const hour = Math.floor((at - this.#window.start) / HOUR_MS);
      columns.forEach((column, slot) => {
        const cell = slot * hours + hour;
        this.#hourSums[cell] = (this.#hourSums[cell] ?? 0) + (column[i] ?? 0);
        this.#hourCounts[cell] = (this.#hourCounts[cell] ?? 0) + 1;
      });
    });
  }

  #seeMeter({ ts, columns }: Piece): void {
    for (const { question } of QUESTIONS) {
      if (question.kind !== 'sum') continue;
      let sum = this.#sums.get(question.window) ?? 0;
      for (const column of columns) {
        ts.forEach((at, i) => {
          const value = column[i] ?? Number.NaN;
          if (within(at, question.window) && !Number.isNaN(value)) sum += value;
        });
      }
      this.#sums.set(question.window, sum);
    }
  }
}
