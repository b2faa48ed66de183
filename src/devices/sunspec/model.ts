/** Types of points. `acc…` count upwards and mark nothing measured with 0; `count` says how often a block repeats. */
export type PointType =
  | 'int16'
  | 'uint16'
  | 'enum16'
  | 'bitfield16'
  | 'count'
  | 'sunssf'
  | 'int32'
  | 'uint32'
  | 'acc32'
  | 'bitfield32'
  | 'float32'
  | 'acc64'
  | 'string';

/** Something in a model that says or serves something. */
export interface Point {
  /** As the standard calls it. */
  readonly id: string;
  /** Registers from the model's ID register; in a block, of the first block. */
  readonly offset: number;
  readonly type: PointType;
  /** Registers. */
  readonly size: number;
  /** The point that holds the exponent of ten, or the exponent itself where the standard fixes it. */
  readonly scale?: string | number;
  /** The point that serves as its exponent where the device has none of `scale`. */
  readonly scale_else?: string;
  /** What becomes of it: a name of `names.ts` (# for the block's number), or of an attribute for a string. */
  readonly name?: string;
  /** The key of the list that says what its numbers mean. */
  readonly values?: string;
  /** From the standard's unit to the portal's. */
  readonly factor: number;
  /** Has every device it? Then it reads nothing only while the device sleeps, and a counter at 0 is new. */
  readonly mandatory: boolean;
}

export interface Block {
  /** Registers from the model's ID register to the first one. */
  readonly offset: number;
  readonly length: number;
  /** The point that says how many there are; without one as many as fit. */
  readonly count?: string;
  readonly points: readonly Point[];
}

export interface Model {
  readonly id: number;
  readonly label_en: string;
  readonly label_it: string;
  /** Registers after ID and length, without blocks. */
  readonly length: number;
  readonly points: readonly Point[];
  readonly block?: Block;
}

const SIZES: Readonly<Partial<Record<PointType, number>>> = {
  int32: 2,
  uint32: 2,
  acc32: 2,
  bitfield32: 2,
  float32: 2,
  acc64: 4,
};

type Particulars = Partial<
  Pick<Point, 'scale' | 'scale_else' | 'name' | 'values' | 'factor' | 'mandatory' | 'size'>
>;

export function point(id: string, offset: number, type: PointType, particulars: Particulars = {}): Point {
  return { id, offset, type, size: SIZES[type] ?? 1, factor: 1, mandatory: false, ...particulars };
}

/** Scale factors, which only serve others. */
export function scales(at: Readonly<Record<string, number>>): Point[] {
  return Object.entries(at).map(([id, offset]) => point(id, offset, 'sunssf'));
}

/** Points of one kind side by side: phases, quadrants. */
export function row(
  ids: readonly string[],
  { from, step = 1, type }: { readonly from: number; readonly step?: number; readonly type: PointType },
  particulars: Omit<Particulars, 'name' | 'mandatory'> & {
    readonly names: readonly string[];
    /** How many of them, from the first on, every device has. */
    readonly mandatory?: number;
  },
): Point[] {
  const { names, mandatory = 0, ...same } = particulars;
  return ids.map((id, index) => {
    const name = names[index];
    const all = { ...same, mandatory: index < mandatory };
    return point(id, from + index * step, type, name === undefined ? all : { ...all, name });
  });
}

/** W to kW, Wh to kWh, var to kvar, VA to kVA. */
export const KILO = 0.001;
