import { z } from 'zod';
import { area, call } from './call.ts';
import type { Topic } from './topics.ts';

/** What the live stream tells; ids only, the browser asks for the rest. */
export const LiveEvent = z.discriminatedUnion('kind', [
  /** Cards of these plants changed. */
  z.object({ kind: z.literal('plants'), codes: z.array(z.string()) }),
  /** Alarms of these plants opened or closed. */
  z.object({ kind: z.literal('alarms'), codes: z.array(z.string()) }),
  /** Devices of these plants began or ceased to answer, or their port did. */
  z.object({ kind: z.literal('devices'), codes: z.array(z.string()) }),
  /** Long work moved on. */
  z.object({ kind: z.literal('progress') }),
  /** Devices, variables or the words for them were changed: whatever shows them is asked for anew. */
  z.object({ kind: z.literal('configuration') }),
  /** Whatever is made of these topics was changed: for what the other events do not tell. */
  z.object({ kind: z.literal('topics'), topics: z.array(z.string()) }),
  /** Events may have been missed: ask for everything anew. */
  z.object({ kind: z.literal('resync') }),
  /** Access to this company ended; the stream closes. */
  z.object({ kind: z.literal('revoked') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** What each event of the live stream makes old; `resync` and `revoked` concern everything that is known of a company. */
export const LIVE_TOPICS = {
  plants: ['figures', 'device_values'],
  alarms: ['figures', 'alarms'],
  devices: ['device_health', 'device_values'],
  progress: ['progress'],
  configuration: ['configuration'],
} as const satisfies Partial<Record<LiveEvent['kind'], readonly Topic[]>>;

/** The server says something at least every 25 s; a stream silent for longer than this is dead, however open it looks. */
export const LIVE_SILENCE_MS = 60_000;

export const liveCalls = area({
  events: call({
    method: 'GET',
    path: '/api/v1/events/',
    summary: 'Server-sent events of the active company',
    topics: [],
    access: 'company.read',
    // It streams for as long as the reader stays.
    tx: 'none',
    ok: LiveEvent,
    timeout_s: null,
    produces: 'text/event-stream',
  }),
});
