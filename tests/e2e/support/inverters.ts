import type { RegisterImage } from '../../../simulators/register-maps.ts';
import { encodeRaw } from '../../../src/devices/decode/encode.ts';
import type { KnownDevice } from '../../../src/devices/templates/known-device.ts';

/** What a device of a template shows of a quantity, in the template's unit; 7 of any other. */
const SHOWN: Readonly<Record<string, number>> = {
  ac_power_kw: 41.2,
  dc_power_kw: 42,
  frequency_hz: 50.01,
  energy_total_kwh: 184_223,
  power_factor: 0.98,
};
const OTHER = 7;

/** The registers of a device that a template describes, with a serial number; `swapped`: the words of its numbers. */
export function imageOf(
  { variables, attributes }: KnownDevice,
  { serial, swapped = false }: { serial: string; swapped?: boolean },
): RegisterImage {
  const places = [
    ...variables.map(({ register }) => register.address),
    ...attributes.map(({ address }) => address),
  ];
  const start = Math.min(...places);
  const words = new Uint16Array(Math.max(...places) + 40 - start);
  for (const { name, register } of variables) {
    const { address, data_type, word_order, factor, value_offset, bit } = register;
    if (bit !== null) continue;
    const raw = ((SHOWN[name] ?? OTHER) - value_offset) / factor;
    const whole = data_type.startsWith('float') ? raw : Math.round(raw);
    const order = swapped && word_order === 'ABCD' ? 'CDAB' : word_order;
    const bytes = Buffer.from(encodeRaw(whole, { data_type, word_order: order }));
    for (let at = 0; at < bytes.length; at += 2) words[address - start + at / 2] = bytes.readUInt16BE(at);
  }
  for (const { name, address, length } of attributes) {
    const text = Buffer.alloc(length * 2);
    text.write(name === 'serial_number' ? serial : name === 'model' ? 'SIMULATED' : 'x', 'latin1');
    for (let at = 0; at < text.length; at += 2) words[address - start + at / 2] = text.readUInt16BE(at);
  }
  return { start, words };
}
