import { decodeText } from '../devices/decode/text.ts';
import type { DevicePolling } from './device-polling.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout } from './modbus/errors.ts';
import type { Exchange } from './modbus/link.ts';
import type { ReadText } from './poll-observer.ts';
import type { AttributeDefinition } from './port-configuration.ts';
import { isSilence, type PollResult, type RegisterReader, readBlocks } from './read-blocks.ts';
import { type Silence, silenceOf } from './silence.ts';

export type TextParts = {
  readonly link: RegisterReader;
  readonly now: () => number;
  readonly watch: (exchange: Exchange) => void;
  /** Waited for before each request; a silence that it returns ends the reading. */
  readonly between: () => Promise<Silence | null>;
  readonly reported: (texts: readonly ReadText[], failed: number) => void;
};

/** Unanswered requests in a row after which a device is given up. */
const PATIENCE = 2;

/** Reads the texts that are due, between the polls of a device that answers. */
export async function readDueTexts(device: DevicePolling, parts: TextParts): Promise<void> {
  const { now, between, reported } = parts;
  const texts: ReadText[] = [];
  let failed = 0;
  for (;;) {
    const definition = device.texts.due(now());
    if (definition === undefined || (await between()) !== null) break;
    const { value } = await readText(device.configuration.unit_id, definition, parts);
    if (device.gone) return;
    if (value === null) device.texts.noteFailed(definition, now());
    else device.texts.noteRead(definition, now());
    if (value === null) failed += 1;
    else texts.push({ definition, value });
  }
  if (texts.length + failed > 0) reported(texts, failed);
}

/**
 * The poll of a device that has nothing but texts. Its silence is no failure of a text: it is asked again at the pace
 * of silent devices.
 */
export async function pollTexts(device: DevicePolling, parts: TextParts): Promise<PollResult> {
  const { unit_id } = device.configuration;
  const { readings } = await readBlocks(parts.link, unit_id, device.primary.plan, device.primary);
  const texts: ReadText[] = [];
  const failed: AttributeDefinition[] = [];
  let [silence, silences, requests]: [Silence | null, number, number] = [null, 0, 0];
  for (const definition of device.texts.allDue(parts.now())) {
    if (silences >= PATIENCE || device.gone) break;
    if (requests > 0) await parts.between();
    requests += 1;
    const { value, error } = await readText(unit_id, definition, parts);
    if (value === null) failed.push(definition);
    else texts.push({ definition, value });
    const silent = error !== null && isSilence(error);
    silences = silent ? silences + 1 : 0;
    if (silent) silence = silenceOf(error);
  }
  const answered = requests > silences;
  if (answered && !device.gone) noteTexts(device, { texts, failed }, parts);
  return { readings, answered, silence: answered ? null : silence, requests };
}

function noteTexts(
  device: DevicePolling,
  { texts, failed }: { texts: readonly ReadText[]; failed: readonly AttributeDefinition[] },
  { now, reported }: TextParts,
): void {
  for (const { definition } of texts) device.texts.noteRead(definition, now());
  for (const definition of failed) device.texts.noteFailed(definition, now());
  reported(texts, failed.length);
}

/** Where a text lies in a device. */
export type TextPlace = Pick<AttributeDefinition, 'function_code' | 'address' | 'length' | 'swapped'>;

/** Reads one text of a unit. @throws what is no error of the link: a defect of ours */
export async function readText(
  unit: number,
  { function_code, address, length, swapped }: TextPlace,
  { link, watch }: Pick<TextParts, 'link'> & Partial<Pick<TextParts, 'watch'>>,
): Promise<{ value: string; error: null } | { value: null; error: Error }> {
  try {
    const payload = await link.read({ unit, function_code, address, quantity: length }, watch);
    return { value: decodeText(payload, swapped), error: null };
  } catch (error) {
    if (error instanceof ModbusException || error instanceof ModbusTimeout) return { value: null, error };
    if (error instanceof ModbusLinkError) return { value: null, error };
    throw error;
  }
}
