import type {
  AskedTest,
  TaskAnswer,
  TaskReason,
  TaskVariable,
} from '../../features/cloudcontrol/field-task.model.ts';
import { readText } from '../device-texts.ts';
import { makePlan, type PlanVariable } from '../plan.ts';
import { isSilence, readBlocks, type SlotReading } from '../read-blocks.ts';
import { createRegisterMemory } from '../register-memory.ts';
import { type Silence, silenceOf } from '../silence.ts';
import type { CarefulReader } from './careful-reader.ts';

/** Unanswered requests in a row after which nothing more is asked. */
const PATIENCE = 2;

/** Reads the variables and texts of a device once, planned and decoded as its polls would be. */
export async function tryDevice(reader: CarefulReader, asked: AskedTest): Promise<TaskAnswer> {
  const { unit_id, variables } = asked;
  const plan = makePlan(variables.flatMap(planned));
  const { readings, silence } = await readBlocks(reader, unit_id, plan, { memory: createRegisterMemory() });
  if (silence !== null) return { reason: silence.reason };
  const bySlot = new Map(readings.map((reading) => [reading.slot, reading]));
  const values = variables.map(({ name }, slot) => ({ name, ...outcomeOf(bySlot.get(slot)) }));
  const attributes = await readTexts(reader, asked);
  if ('message' in attributes) return { reason: attributes.reason };
  return { test: { values, attributes, latency_ms: reader.latency_ms } };
}

function planned({ register }: TaskVariable, slot: number): PlanVariable[] {
  return register === null ? [] : [{ ...register, slot }];
}

function outcomeOf(reading: SlotReading | undefined): { value: number | null; reason: TaskReason | null } {
  if (reading === undefined) return { value: null, reason: { code: 'no_register' } };
  if (reading.quality === 'good') return { value: reading.value, reason: null };
  if (reading.quality === 'missing') return { value: null, reason: { code: 'not_implemented' } };
  const { reason, message, said } = reading;
  if (said !== undefined) return { value: null, reason: said };
  return {
    value: null,
    reason: reason === 'configuration' ? { code: reason, detail: message } : { code: reason },
  };
}

/** One text after the other; a device that has nothing else and is silent twice is given up. */
async function readTexts(
  link: CarefulReader,
  { unit_id, attributes }: AskedTest,
): Promise<{ name: string; value: string | null }[] | Silence> {
  const texts: { name: string; value: string | null }[] = [];
  let silences = 0;
  let last: Error | null = null;
  for (const { name, ...place } of attributes) {
    const { value, error } =
      silences < PATIENCE ? await readText(unit_id, place, { link }) : { value: null, error: null };
    if (error !== null) silences = isSilence(error) ? silences + 1 : 0;
    last = error ?? last;
    texts.push({ name, value });
  }
  return last !== null && !link.heard ? silenceOf(last) : texts;
}
