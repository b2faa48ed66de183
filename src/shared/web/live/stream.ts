import type { AnyCall } from '../../contract/call.ts';
import { CallError } from '../../contract/client.ts';
import { LIVE_SILENCE_MS, LiveEvent, liveCalls } from '../../contract/live.contract.ts';
import { transport } from '../api/transport.ts';
import { eventParser } from './parse-events.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

export interface Listening {
  company: number;
  onEvent: (event: LiveEvent) => void;
  /** `live` is said again with everything that the server says, its beat included. */
  onState: (state: LiveState) => void;
  signal: AbortSignal;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

const call: AnyCall = liveCalls.events;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  { onEvent, onState, signal }: Listening,
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  const parse = eventParser();
  for (;;) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CallError(0, { code: 'timeout' })), LIVE_SILENCE_MS);
    });
    try {
      const { done, value } = await Promise.race([reader.read(), silent]);
      if (done || signal.aborted) return;
      onState('live');
      for (const data of parse(value)) onEvent(LiveEvent.parse(JSON.parse(data)));
    } finally {
      clearTimeout(timer);
    }
  }
}

async function connectOnce(listening: Listening, connected: () => void): Promise<void> {
  // Each connection can be given up alone: a silent one must not stay open beside its successor.
  const own = new AbortController();
  const signal = AbortSignal.any([listening.signal, own.signal]);
  try {
    const init = { method: 'GET', headers: { accept: 'text/event-stream' }, signal };
    const response = await transport.send(call, call.path, init, listening.company);
    if (!response.ok || !response.body) throw new CallError(response.status, {});
    connected();
    await readStream(response.body, listening);
  } finally {
    own.abort();
  }
}

/**
 * Listens to a company's events until the signal aborts, or until access has ended, which it reports as `revoked`. After
 * a lost stream it comes back with growing pauses; what was said meanwhile was not heard.
 */
export async function listenLive(listening: Listening): Promise<void> {
  const { signal, onEvent, onState } = listening;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await connectOnce(listening, () => {
        failures = 0;
        onState('live');
      });
    } catch (fault) {
      if (signal.aborted) return;
      if (fault instanceof CallError && fault.status === 403) {
        onEvent({ kind: 'revoked' });
        return;
      }
      if (!(fault instanceof CallError)) console.warn('the live stream broke off', fault);
    }
    if (signal.aborted) return;
    failures += 1;
    onState('lost');
    const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    await pause(longest * (0.5 + Math.random() / 2), signal);
  }
}
