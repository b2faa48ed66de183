import type { ReadRegisters } from '../../devices/sunspec/chain.ts';
import { walkSunspec } from '../../devices/sunspec/walk.ts';
import type {
  AskedTest,
  FindTask,
  ReadResult,
  ReadTask,
  TaskAnswer,
} from '../../features/cloudcontrol/field-task.model.ts';
import type { TaskKind } from '../../features/cloudcontrol/field-tools.model.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout } from '../modbus/errors.ts';
import { readsBits } from '../modbus/pdu.ts';
import type { RegisterReader } from '../read-blocks.ts';
import { reasonOf } from '../silence.ts';
import { CarefulReader } from './careful-reader.ts';
import { tryDevice } from './try-device.ts';

export type TaskOrder = { readonly kind: TaskKind; readonly asked: unknown };
export type TaskParts = {
  readonly reader: RegisterReader;
  readonly signal: AbortSignal;
};

/**
 * Asks the field what somebody wants to know. A device that refuses or says nothing is an answer too.
 * @throws TaskEnded when the task was given up, PortGone, and what is a defect of ours
 */
export async function performTask({ kind, asked }: TaskOrder, parts: TaskParts): Promise<TaskAnswer> {
  const reader = new CarefulReader(parts.reader, parts.signal);
  try {
    if (kind === 'read') return { read: await readOnce(reader, asked as ReadTask) };
    const wanted = asked as FindTask | AskedTest;
    if ('bases' in wanted) return await findDevice(reader, wanted);
    return await tryDevice(reader, wanted);
  } catch (error) {
    if (isOfTheField(error)) return { reason: reasonOf(error) };
    throw error;
  }
}

function isOfTheField(error: unknown): boolean {
  return (
    error instanceof ModbusException || error instanceof ModbusTimeout || error instanceof ModbusLinkError
  );
}

async function readOnce(reader: CarefulReader, asked: ReadTask): Promise<ReadResult> {
  const { unit_id: unit, function_code, address, count } = asked;
  const empty = { words: null, bits: null, exception: null };
  try {
    const payload = await reader.read({ unit, function_code, address, quantity: count });
    const { latency_ms } = reader;
    if (readsBits(function_code)) return { ...empty, bits: bitsOf(payload, count), latency_ms };
    return { ...empty, words: wordsOf(payload), latency_ms };
  } catch (error) {
    if (!(error instanceof ModbusException)) throw error;
    return { ...empty, exception: error.code, latency_ms: reader.latency_ms };
  }
}

/** Registers as they came, high byte first. */
function wordsOf(payload: Uint8Array): number[] {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  return Array.from({ length: payload.length >> 1 }, (_, index) => view.getUint16(index * 2));
}

function bitsOf(payload: Uint8Array, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => (((payload[index >> 3] ?? 0) >> (index & 7)) & 1) === 1);
}

async function findDevice(reader: CarefulReader, { unit_id, bases }: FindTask): Promise<TaskAnswer> {
  let last: Error | null = null;
  const read: ReadRegisters = async (address, quantity) => {
    try {
      return { words: wordsOf(await reader.read({ unit: unit_id, function_code: 3, address, quantity })) };
    } catch (error) {
      if (error instanceof ModbusException) {
        last = error;
        return { exception: error.code };
      }
      // A gateway that drops the line at what it does not know is silent, as long as it can be reached.
      if (!(error instanceof ModbusTimeout)) throw error;
      last = error;
      return { silent: true };
    }
  };
  const found = await walkSunspec(read, bases);
  const nobody = last !== null && !reader.heard;
  return nobody ? { reason: reasonOf(last) } : { found };
}
