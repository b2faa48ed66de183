/** What a unit holds that may also be written: coils, discrete inputs, input and holding registers. */
export interface ModbusBank {
  /** Bits from an address; undefined where one of them is not there. */
  coils(address: number, count: number): boolean[] | undefined;
  inputs(address: number, count: number): boolean[] | undefined;
  /** Registers from an address; undefined where one of them is not there. */
  inputRegisters(address: number, count: number): number[] | undefined;
  holdingRegisters(address: number, count: number): number[] | undefined;
  /** @returns false where one of them is not there, or may not be written */
  writeCoils(address: number, values: readonly boolean[]): boolean;
  writeRegisters(address: number, values: readonly number[]): boolean;
}

const EXCEPTION = { function: 1, address: 2, value: 3 } as const;
const LIMIT = { bits: 2000, registers: 125, coils: 1968, written: 123 } as const;
const ON = 0xff00;

/**
 * The answer of a bank to a request: functions 1 to 6, 15 and 16.
 * Source: Modbus Application Protocol V1.1b3, sections 6.1–6.6, 6.11, 6.12.
 */
export function answerFromBank(bank: ModbusBank, request: Buffer): Buffer {
  const code = request.readUInt8(0);
  if (![1, 2, 3, 4, 5, 6, 15, 16].includes(code)) return refusal(code, EXCEPTION.function);
  if (request.length < 5) return refusal(code, EXCEPTION.value);
  const [address, value] = [request.readUInt16BE(1), request.readUInt16BE(3)];
  if (code <= 4) return answerRead(bank, { code, address, count: value });
  if (code === 5) {
    if (value !== 0 && value !== ON) return refusal(code, EXCEPTION.value);
    return echo(request, bank.writeCoils(address, [value === ON]));
  }
  if (code === 6) return echo(request, bank.writeRegisters(address, [value]));
  return answerWriteMany(bank, request);
}

const refusal = (code: number, exception: number): Buffer => Buffer.from([code | 0x80, exception]);

function echo(request: Buffer, written: boolean): Buffer {
  return written ? Buffer.from(request.subarray(0, 5)) : refusal(request.readUInt8(0), EXCEPTION.address);
}

function answerRead(
  bank: ModbusBank,
  { code, address, count }: { code: number; address: number; count: number },
): Buffer {
  const most = code <= 2 ? LIMIT.bits : LIMIT.registers;
  if (count < 1 || count > most) return refusal(code, EXCEPTION.value);
  if (code <= 2) {
    const bits = code === 1 ? bank.coils(address, count) : bank.inputs(address, count);
    return bits ? answerBytes(code, packBits(bits)) : refusal(code, EXCEPTION.address);
  }
  const words = code === 3 ? bank.holdingRegisters(address, count) : bank.inputRegisters(address, count);
  return words
    ? answerBytes(
        code,
        words.flatMap((word) => [word >> 8, word & 0xff]),
      )
    : refusal(code, EXCEPTION.address);
}

const answerBytes = (code: number, bytes: readonly number[]): Buffer =>
  Buffer.from([code, bytes.length, ...bytes]);

/** The first bit in the lowest place of the first byte. */
function packBits(bits: readonly boolean[]): number[] {
  const bytes = new Array<number>(Math.ceil(bits.length / 8)).fill(0);
  for (const [i, bit] of bits.entries()) if (bit) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7));
  return bytes;
}

function answerWriteMany(bank: ModbusBank, request: Buffer): Buffer {
  const [code, address, count] = [request.readUInt8(0), request.readUInt16BE(1), request.readUInt16BE(3)];
  const bytes = request.subarray(6);
  const [most, length] = code === 15 ? [LIMIT.coils, Math.ceil(count / 8)] : [LIMIT.written, 2 * count];
  const fits = request.length >= 6 && request.readUInt8(5) === length && bytes.length === length;
  if (count < 1 || count > most || !fits) return refusal(code, EXCEPTION.value);
  const places = Array.from({ length: count }, (_, i) => i);
  if (code === 15) {
    const values = places.map((i) => (((bytes[i >> 3] ?? 0) >> (i & 7)) & 1) === 1);
    return echo(request, bank.writeCoils(address, values));
  }
  const values = places.map((i) => bytes.readUInt16BE(2 * i));
  return echo(request, bank.writeRegisters(address, values));
}
