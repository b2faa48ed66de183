import type { PairedSums } from './expected-day.model.ts';

/** From what the sun could have given to what was made, in this order. */
export const BARS = [
  'theoretical',
  'weather',
  'model',
  'downtime',
  'curtailment',
  'unexplained',
  'actual',
] as const;
export type BarName = (typeof BARS)[number];

/** What a bar is made of. */
export const PARTS = ['temperature', 'losses', 'inverter', 'clipping'] as const;
export type PartName = (typeof PARTS)[number];

/** Energy that is known to be lost, kWh; null: nobody records it. */
export interface RecordedLosses {
  readonly downtime_kwh: number | null;
  readonly curtailment_kwh: number | null;
}

/** What is known to be lost on days, kWh, each kind by itself; null: nobody records any of that kind. A day that is not named lost nothing. */
export interface LossesByDay {
  readonly downtime: ReadonlyMap<string, number> | null;
  readonly curtailment: ReadonlyMap<string, number> | null;
}

/** Sums of days; null of what nobody records. */
export function addRecorded(of: LossesByDay, days: readonly { readonly day: string }[]): RecordedLosses {
  const sum = (kind: keyof LossesByDay) => {
    const lost = of[kind];
    return lost && days.reduce((total, { day }) => total + (lost.get(day) ?? 0), 0);
  };
  return { downtime_kwh: sum('downtime'), curtailment_kwh: sum('curtailment') };
}

export interface Bar {
  readonly name: BarName;
  /** The first and the last are levels, the others what is added to the level before; null: not recorded. */
  readonly kwh: number | null;
  readonly parts: readonly { readonly name: PartName; readonly kwh: number }[];
}

/** Whole watt hours: sums of whole numbers come out exactly. */
const wattHours = (kwh: number): number => Math.round(kwh * 1000);

/**
 * The way from theoretical to actual energy as bars that add up to the watt hour: theoretical + every bar between = actual.
 * What nobody records stays in `unexplained`.
 */
export function waterfall(sums: PairedSums, { downtime_kwh, curtailment_kwh }: RecordedLosses): Bar[] {
  const level = {
    theoretical: wattHours(sums.theoretical_kwh),
    reference: wattHours(sums.reference_kwh),
    thermal: wattHours(sums.thermal_kwh),
    lossy: wattHours(sums.lossy_kwh),
    converted: wattHours(sums.converted_kwh),
    expected: wattHours(sums.expected_kwh),
    actual: wattHours(sums.actual_kwh),
  };
  const lost = (kwh: number | null): number => (kwh === null ? 0 : 0 - wattHours(kwh));
  const [downtime, curtailment] = [lost(downtime_kwh), lost(curtailment_kwh)];
  const bar = (name: BarName, wh: number | null, parts: Bar['parts'] = []): Bar => ({
    name,
    kwh: wh === null ? null : wh / 1000,
    parts,
  });
  const part = (name: PartName, wh: number) => ({ name, kwh: wh / 1000 });
  return [
    bar('theoretical', level.theoretical),
    bar('weather', level.reference - level.theoretical),
    bar('model', level.expected - level.reference, [
      part('temperature', level.thermal - level.reference),
      part('losses', level.lossy - level.thermal),
      part('inverter', level.converted - level.lossy),
      part('clipping', level.expected - level.converted),
    ]),
    bar('downtime', downtime_kwh === null ? null : downtime),
    bar('curtailment', curtailment_kwh === null ? null : curtailment),
    bar('unexplained', level.actual - level.expected - downtime - curtailment),
    bar('actual', level.actual),
  ];
}
