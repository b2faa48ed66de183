import type { IoProfile } from '../../features/lighting/io-profile.model.ts';
import type { ReadRequest } from '../modbus/pdu.ts';

/** What the inputs of a cabinet say; null where nothing is wired. Lines count from 1, their places from 0. */
export type BoxInputs = {
  readonly feedback: readonly (boolean | null)[];
  readonly tripped: readonly (boolean | null)[];
  readonly manual: boolean | null;
  readonly door_open: boolean | null;
  readonly supply_ok: boolean | null;
  readonly leakage: boolean | null;
};

/** What its meter says, in kW; null where it has none. */
export type BoxPower = { readonly power_kw: number | null; readonly line_kw: readonly number[] | null };

/** Whatever reads: a FieldLine. */
export type BoxReader = { read(request: ReadRequest, timeout_ms?: number): Promise<Uint8Array> };

/** Inputs that lie so far apart are asked for one by one. */
const GAP = 64;
const LINES = 6;

/** Addresses as few ranges, each with its length. */
export function rangesOf(addresses: readonly number[], gap = GAP): { address: number; quantity: number }[] {
  const ranges: { address: number; quantity: number }[] = [];
  for (const address of [...new Set(addresses)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && address - last.address - last.quantity < gap)
      last.quantity = address - last.address + 1;
    else ranges.push({ address, quantity: 1 });
  }
  return ranges;
}

/** Reads the inputs of a cabinet, function 2. @throws what the reader throws */
export async function readInputs(reader: BoxReader, unit: number, profile: IoProfile): Promise<BoxInputs> {
  const { feedback, breaker, manual, door, supply, leakage } = profile;
  const wired = [...feedback, ...breaker, manual, door, supply, leakage].filter((one) => one !== null);
  const bits = new Map<number, boolean>();
  for (const { address, quantity } of rangesOf(wired)) {
    const payload = await reader.read({ unit, function_code: 2, address, quantity });
    for (let i = 0; i < quantity; i += 1)
      bits.set(address + i, (((payload[i >> 3] ?? 0) >> (i & 7)) & 1) === 1);
  }
  const at = (address: number | null) => (address === null ? null : (bits.get(address) ?? null));
  return {
    feedback: feedback.map(at),
    tripped: breaker.map(at),
    manual: at(manual),
    door_open: at(door),
    supply_ok: at(supply),
    leakage: at(leakage),
  };
}

/** Reads its meter. @throws what the reader throws */
export async function readPower(reader: BoxReader, unit: number, profile: IoProfile): Promise<BoxPower> {
  const { power, line_power } = profile;
  const words = async (
    { address, function: function_code }: NonNullable<IoProfile['power']>,
    quantity: number,
  ) => viewOf(await reader.read({ unit, function_code, address, quantity }));
  if (
    power &&
    line_power &&
    power.function === line_power.function &&
    line_power.address === power.address + 2
  ) {
    const view = await words(power, 2 + LINES);
    return { power_kw: view.getInt32(0) * power.factor, line_kw: lineKw(view, 4, line_power.factor) };
  }
  return {
    power_kw: power ? (await words(power, 2)).getInt32(0) * power.factor : null,
    line_kw: line_power ? lineKw(await words(line_power, LINES), 0, line_power.factor) : null,
  };
}

const lineKw = (view: DataView, from: number, factor: number): number[] =>
  Array.from({ length: LINES }, (_, i) => view.getUint16(from + 2 * i) * factor);

/** Two registers, high word first. @throws what the reader throws */
export async function readDouble(
  reader: BoxReader,
  unit: number,
  { address }: { readonly address: number },
): Promise<number> {
  return viewOf(await reader.read({ unit, function_code: 3, address, quantity: 2 })).getUint32(0);
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
