import { KILO, type Model, type Point, type PointType, point, scales } from '../model.ts';

const PHASES = ['A', 'B', 'C'] as const;
const PAIRS = ['AB', 'BC', 'CA'] as const;
const LINES = ['l1', 'l2', 'l3'] as const;
const LINE_PAIRS = ['l1_l2', 'l2_l3', 'l3_l1'] as const;

/** A total and its three phases, one after the other. */
interface Quartet {
  readonly id: string;
  readonly from: number;
  readonly scale: string;
  readonly factor?: number;
  /** Names of the total and, with # for the phase, of a phase. */
  readonly names: readonly [total: string, phase: string | null];
  readonly mandatory?: boolean;
}

const GAUGES: readonly Quartet[] = [
  {
    id: 'W',
    from: 18,
    scale: 'W_SF',
    factor: KILO,
    names: ['ac_power_kw', 'ac_power_#_kw'],
    mandatory: true,
  },
  { id: 'A', from: 2, scale: 'A_SF', names: ['ac_current_total_a', 'current_#_a'], mandatory: true },
  { id: 'PhV', from: 7, scale: 'V_SF', names: ['voltage_phases_v', 'voltage_#_v'] },
  {
    id: 'VAR',
    from: 28,
    scale: 'VAR_SF',
    factor: KILO,
    names: ['reactive_power_kvar', 'reactive_power_#_kvar'],
  },
  { id: 'VA', from: 23, scale: 'VA_SF', factor: KILO, names: ['apparent_power_kva', 'apparent_power_#_kva'] },
  { id: 'PF', from: 33, scale: 'PF_SF', factor: 0.01, names: ['power_factor', 'power_factor_#'] },
];

const COUNTERS: readonly Quartet[] = [
  {
    id: 'TotWhExp',
    from: 38,
    scale: 'TotWh_SF',
    names: ['energy_total_kwh', 'energy_export_#_kwh'],
    mandatory: true,
  },
  {
    id: 'TotWhImp',
    from: 46,
    scale: 'TotWh_SF',
    names: ['energy_import_kwh', 'energy_import_#_kwh'],
    mandatory: true,
  },
  // What is counted of apparent and reactive energy by phase nobody looks at: the totals are enough.
  { id: 'TotVAhExp', from: 55, scale: 'TotVAh_SF', names: ['apparent_energy_export_kvah', null] },
  { id: 'TotVAhImp', from: 63, scale: 'TotVAh_SF', names: ['apparent_energy_import_kvah', null] },
  { id: 'TotVArhImpQ1', from: 72, scale: 'TotVArh_SF', names: ['reactive_energy_q1_kvarh', null] },
  { id: 'TotVArhImpQ2', from: 80, scale: 'TotVArh_SF', names: ['reactive_energy_q2_kvarh', null] },
  { id: 'TotVArhExpQ3', from: 88, scale: 'TotVArh_SF', names: ['reactive_energy_q3_kvarh', null] },
  { id: 'TotVArhExpQ4', from: 96, scale: 'TotVArh_SF', names: ['reactive_energy_q4_kvarh', null] },
];

const SCALES = scales({
  A_SF: 6,
  V_SF: 15,
  Hz_SF: 17,
  W_SF: 22,
  VA_SF: 27,
  VAR_SF: 32,
  PF_SF: 37,
  TotWh_SF: 54,
  TotVAh_SF: 71,
  TotVArh_SF: 104,
});

type Lie = { readonly type: PointType; readonly step: number };

function quartet(
  { id, from, scale, factor = 1, names, mandatory = false }: Quartet,
  { type, step }: Lie,
): Point[] {
  const [total, phase] = names;
  const scaled = type === 'float32' ? { factor } : { factor, scale };
  const first = point(id, from, type, { ...scaled, name: total, mandatory });
  const others = PHASES.map((letter, index) => {
    const name = phase === null ? {} : { name: phase.replace('#', LINES[index] ?? '') };
    return point(`${id}ph${letter}`, from + (index + 1) * step, type, { ...scaled, ...name });
  });
  return [first, ...others];
}

function betweenPhases(from: number, { type, step }: Lie): Point[] {
  const scaled = type === 'float32' ? {} : { scale: 'V_SF' };
  const mean = point('PPV', from, type, { ...scaled, name: 'voltage_lines_v' });
  const pairs = PAIRS.map((pair, index) =>
    point(`PPVph${pair}`, from + (index + 1) * step, type, {
      ...scaled,
      name: `voltage_${LINE_PAIRS[index]}_v`,
    }),
  );
  return [mean, ...pairs];
}

const INTEGERS: readonly Point[] = [
  ...GAUGES.flatMap((gauge) => quartet(gauge, { type: 'int16', step: 1 })),
  ...betweenPhases(11, { type: 'int16', step: 1 }),
  point('Hz', 16, 'int16', { scale: 'Hz_SF', name: 'frequency_hz', mandatory: true }),
  ...COUNTERS.flatMap((counter) => quartet({ ...counter, factor: KILO }, { type: 'acc32', step: 2 })),
  point('Evt', 105, 'bitfield32', { name: 'event_code', mandatory: true }),
  ...SCALES,
];

/** Where the totals lie among floats. */
const FLOAT_FROM: Readonly<Record<string, number>> = {
  A: 2,
  PhV: 10,
  W: 28,
  VA: 36,
  VAR: 44,
  PF: 52,
  TotWhExp: 60,
  TotWhImp: 68,
  TotVAhExp: 76,
  TotVAhImp: 84,
  TotVArhImpQ1: 92,
  TotVArhImpQ2: 100,
  TotVArhExpQ3: 108,
  TotVArhExpQ4: 116,
};

const FLOAT: Lie = { type: 'float32', step: 2 };
const asFloat = (one: Quartet): Quartet => ({ ...one, from: FLOAT_FROM[one.id] ?? 0 });

const FLOATS: readonly Point[] = [
  // The power factor of float meters is a fraction, not per cent.
  ...GAUGES.flatMap((one) =>
    quartet({ ...asFloat(one), factor: one.id === 'PF' ? 1 : (one.factor ?? 1) }, FLOAT),
  ),
  ...betweenPhases(18, FLOAT),
  point('Hz', 26, 'float32', { name: 'frequency_hz', mandatory: true }),
  ...COUNTERS.flatMap((counter) => quartet({ ...asFloat(counter), factor: KILO }, FLOAT)),
  point('Evt', 124, 'bitfield32', { name: 'event_code', mandatory: true }),
];

const KINDS = [
  ['Single-phase meter', 'Contatore monofase'],
  ['Split-phase meter', 'Contatore bifase'],
  ['Three-phase meter, wye', 'Contatore trifase, stella'],
  ['Three-phase meter, delta', 'Contatore trifase, triangolo'],
] as const;

/** Source: SunSpec information models 201–204 and 211–214. */
export const meterModels: readonly Model[] = KINDS.flatMap(([label_en, label_it], index) => [
  { id: 201 + index, label_en, label_it, length: 105, points: INTEGERS },
  {
    id: 211 + index,
    label_en: `${label_en}, floats`,
    label_it: `${label_it}, virgola mobile`,
    length: 124,
    points: FLOATS,
  },
]);
