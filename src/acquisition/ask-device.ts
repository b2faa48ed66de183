import type { DevicePolling } from './device-polling.ts';
import { pollTexts, type TextParts } from './device-texts.ts';
import { failedReadings, type PollResult, probe, readBlocks } from './read-blocks.ts';

/** Unanswered requests in a row after which a device is given up for this poll. */
const PATIENCE = { unsure: 1, usual: 2, heard: 4 };

export type AskParts = TextParts & {
  /** Of the port. */
  readonly timeout_ms: number;
  /** Others wait for it. */
  readonly forced: boolean;
  /** Is it the only device of its port? */
  readonly alone: boolean;
};

/** One poll of a device: a silent one is asked one short thing first, and all only when it answers that. */
export async function askDevice(device: DevicePolling, parts: AskParts): Promise<PollResult> {
  const { link, watch, between, timeout_ms: patient_ms, forced, alone } = parts;
  if (device.asks === 'texts') return pollTexts(device, parts);
  const { primary, configuration } = device;
  const { memory, retry, plan } = primary;
  if (device.state === 'silent') {
    const timeout_ms = forced ? device.hurriedTimeoutMs(patient_ms) : undefined;
    const silence = await probe(link, configuration.unit_id, plan, { memory, watch, timeout_ms });
    if (silence !== null)
      return { readings: failedReadings(plan, silence), answered: false, silence, requests: 1 };
  }
  const heard = device.state === 'silent' && plan.spans.length > 0;
  const unsure = device.state === 'unknown' && !alone;
  const patience = heard ? PATIENCE.heard : unsure ? PATIENCE.unsure : PATIENCE.usual;
  return readBlocks(link, configuration.unit_id, plan, { memory, retry, patience, heard, between, watch });
}
