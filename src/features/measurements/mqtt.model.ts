import type { RefusalCode } from './refusals.model.ts';

/** A device that publishes by itself. */
export interface MqttDevice {
  readonly company_id: number;
  readonly device_id: number;
}

/** The largest payload whose readings are taken; a larger one is refused whole. */
export const MAX_PAYLOAD = 256 * 1024;
/** Readings of one message. */
export const MAX_READINGS = 5_000;

const ROOT = 'meridiana';
const USER = /^c([1-9]\d{0,9})-d([1-9]\d{0,15})$/;
const INT4_MAX = 2_147_483_647;

/** The user name of a device's credential: it names the company, so that the credential can be looked up there. */
export function userNameOf({ company_id, device_id }: MqttDevice): string {
  return `c${company_id}-d${device_id}`;
}

/** The device that a user name means, whether there is one or not; undefined when it is no user name of ours. */
export function deviceOfUser(user: string | undefined): MqttDevice | undefined {
  const parts = USER.exec(user ?? '');
  const [company_id, device_id] = [Number(parts?.[1]), Number(parts?.[2])];
  if (!(company_id <= INT4_MAX) || !Number.isSafeInteger(device_id)) return undefined;
  return { company_id, device_id };
}

/** The one topic that a user may publish to. */
export function topicOf(user: string): string {
  return `${ROOT}/${user}/readings`;
}

/** The topics of all devices, as a broker is asked for them; instances share what comes. */
export const SHARED_TOPIC = `$share/${ROOT}/${ROOT}/+/readings`;

/** The device that a topic belongs to; undefined when it is no device's. */
export function deviceOfTopic(topic: string): MqttDevice | undefined {
  const user = topic.split('/')[1] ?? '';
  return topic === topicOf(user) ? deviceOfUser(user) : undefined;
}

/** What a payload holds: readings still to be checked one by one, or why it is none of them. */
export type Payload = { readonly readings: readonly unknown[] } | { readonly fault: RefusalCode };

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads `{ts?, values, quality?}` or an array of them, each the device's own; one without `ts` is of the time it came.
 * @param parse reads JSON; throws where it is none
 * @param arrived epoch milliseconds
 */
export function readPayload(
  payload: Uint8Array,
  { parse, device, arrived }: { parse: (text: string) => unknown; device: string; arrived: number },
): Payload {
  if (payload.byteLength > MAX_PAYLOAD) return { fault: 'too_large' };
  const text = new TextDecoder().decode(payload);
  if (text.trim() === '') return { fault: 'empty_message' };
  const read = readJson(text, parse);
  const list = Array.isArray(read) ? read : [read];
  if (read === undefined || list.length === 0 || !list.every(isObject)) return { fault: 'bad_payload' };
  if (list.length > MAX_READINGS) return { fault: 'too_large' };
  return { readings: list.map((reading) => ({ ts: arrived, ...reading, device })) };
}

function readJson(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** What a running instance tells of its way in by MQTT. */
export const BROKER_STATES = ['open', 'away', 'taken'] as const;
export type BrokerState = (typeof BROKER_STATES)[number];

/**
 * Begins the application name of each instance's connection that stands for its way in; state and port follow. The
 * database forgets it with the instance, so that nobody ever reads of a door whose program has died.
 */
export const BROKER_NAME = 'meridiana mqtt ';

/** How an instance signs that connection. */
export function brokerName(state: BrokerState, port: number): string {
  return `${BROKER_NAME}${state} ${port}`;
}

/** What the connections of all instances say together: the best of them; undefined when there is none. */
export function readBrokerNames(names: readonly string[]): { state: BrokerState; port: number } | undefined {
  const words = names.map((name) => name.slice(BROKER_NAME.length).split(' '));
  for (const state of BROKER_STATES) {
    const found = words.find(([said]) => said === state);
    if (found) return { state, port: Number(found[1] ?? 0) };
  }
  return undefined;
}
