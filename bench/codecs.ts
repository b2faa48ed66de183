import { cpus } from 'node:os';
import { between, type Readings } from '../src/features/measurements/columns.model.ts';
import { packDay, unpackDay } from '../src/features/measurements/server/packed-day.ts';
import { packStretch } from '../src/features/measurements/server/packed-stretch.ts';
import { unpackStretch } from '../src/features/measurements/server/read-stretches.ts';
import { cutReadings } from '../src/features/measurements/server/stretch-cutting.ts';
import { DAY_MS } from '../src/shared/units/zones.ts';
import { END, type FieldDevice, LAYOUTS, makeField, scaleOf } from './store/field.ts';
import { makePiece } from './store/generator.ts';

/**
 * What the codecs of readings alone take, without a database: bytes a reading, and readings packed and unpacked a second
 * on one core, of stretches beside those of packed days. The series are those of `npm run bench:store`.
 * `npm run bench -- codecs`
 */
const ROUNDS = 5;

interface Codec {
  readonly name: string;
  cut(readings: Readings): Readings[];
  pack(readings: Readings): Buffer;
  unpack(bytes: Buffer): Readings;
}

const CODECS: readonly Codec[] = [
  { name: 'days', cut: daysOf, pack: packDay, unpack: unpackDay },
  { name: 'stretches', cut: cutReadings, pack: packStretch, unpack: unpackStretch },
];

function daysOf(readings: Readings): Readings[] {
  const days: Readings[] = [];
  const last = readings.ts.at(-1) ?? 0;
  for (let start = readings.ts[0] ?? 0; start <= last; start += DAY_MS)
    days.push(between(readings, start, start + DAY_MS));
  return days.filter(({ ts }) => ts.length > 0);
}

function readingsOf(device: FieldDevice, days: number): Readings {
  const { ts, columns } = makePiece(device, END - days * DAY_MS, END);
  return { ts, columns: columns.map((values) => ({ values, quality: null })) };
}

const countOf = ({ columns }: Readings): number =>
  columns.reduce(
    (sum, { values }) => sum + values.reduce((n, value) => n + (Number.isNaN(value) ? 0 : 1), 0),
    0,
  );

/** The median time in ms. */
function timed(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
}

interface Figures {
  readonly bytes: number;
  /** Millions of readings a second. */
  readonly packed: number;
  readonly unpacked: number;
}

function measure(codec: Codec, series: readonly Readings[]): Figures {
  const count = series.reduce((sum, readings) => sum + countOf(readings), 0);
  const parts = series.flatMap((readings) => codec.cut(readings));
  const packed = parts.map((part) => codec.pack(part));
  const rate = (ms: number) => count / ms / 1000;
  return {
    bytes: packed.reduce((sum, { length }) => sum + length, 0) / count,
    packed: rate(timed(() => parts.forEach((part) => void codec.pack(part)))),
    unpacked: rate(timed(() => packed.forEach((bytes) => void codec.unpack(bytes)))),
  };
}

console.log(`${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, one core`);
for (const layout of LAYOUTS) {
  const { fleet, meters, inverter } = makeField(scaleOf('20m'), layout);
  const sets = [
    { name: 'fleet', devices: fleet.slice(0, 20), days: 7 },
    { name: 'meters', devices: meters.slice(0, 20), days: 340 },
    { name: 'inverter', devices: [inverter], days: 60 },
  ];
  for (const { name, devices, days } of sets) {
    const series = devices.map((device) => readingsOf(device, days));
    const [before, now] = CODECS.map((codec) => ({ codec, figures: measure(codec, series) }));
    for (const { codec, figures } of [before, now].filter((one) => one !== undefined))
      console.log(
        `${layout} ${name}, ${codec.name}: ${figures.bytes.toFixed(2)} B a reading, ${figures.packed.toFixed(1)} M/s packed, ${figures.unpacked.toFixed(1)} M/s unpacked`,
      );
    if (before && now)
      console.log(
        `${layout} ${name}, stretches beside days: bytes × ${(now.figures.bytes / before.figures.bytes).toFixed(2)}, packed × ${(now.figures.packed / before.figures.packed).toFixed(1)}, unpacked × ${(now.figures.unpacked / before.figures.unpacked).toFixed(1)}`,
      );
  }
}
