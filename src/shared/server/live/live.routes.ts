import type { FastifyReply } from 'fastify';
import type { liveCalls } from '../../contract/live.contract.ts';
import { type Handlers, SENT } from '../http/mount.ts';
import type { LiveHub, LiveStream } from './hub.ts';

/** Takes the answer away from the framework; headers that its hooks have set (security headers) go along. */
function openStream(reply: FastifyReply): LiveStream {
  const headers = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  raw.socket?.setNoDelay(true);
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  } as Record<string, string>);
  raw.write(': open\n\n');
  return {
    write: (text) => void raw.write(text),
    unsent: () => raw.writableLength,
    end: () => void raw.end(),
    cut: () => void raw.destroy(),
  };
}

/** The live stream of the active company. */
export function liveHandlers({ hub }: { hub: LiveHub }): Handlers<typeof liveCalls> {
  return {
    async events({ caller, scope, reply }) {
      const { raw } = reply;
      const leave = await hub.subscribe(caller, scope, () => openStream(reply));
      raw.on('close', leave);
      // Whatever fails on the way to a reader that left ends that stream only.
      raw.on('error', leave);
      if (raw.destroyed) leave();
      return SENT;
    },
  };
}
