import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const WHOLE_MS = 120_000;
/** Of a body that is stored as it arrives, no byte for so long means that nobody sends any more. */
const SILENT_MS = 60_000;
/** Every other body lies in memory as long as it comes: of it so much must come in each such time, from the first on. */
const PACE_MS = 20_000;
const PACE_BYTES = 10_000;

export interface Patience {
  whole_ms?: number;
  silent_ms?: number;
  pace_ms?: number;
}

/** Cuts off who takes too long to send a body: two minutes for all of it, less than 500 bytes a second, or a minute's silence in one that is read as it arrives. */
export function limitSlowBodies(app: FastifyInstance, patience: Patience = {}): void {
  const { whole_ms = WHOLE_MS, silent_ms = SILENT_MS, pace_ms = PACE_MS } = patience;
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    const { streams = false } = request.routeOptions.config as { streams?: boolean };
    let before = raw.socket.bytesRead;
    const look = () => {
      // A body that is not read for a while, because what came before is being stored, is not silent.
      if (
        raw.complete ||
        (streams && (raw.socket.bytesRead !== before || raw.isPaused() || raw.readableLength > 0))
      ) {
        before = raw.socket.bytesRead;
        return;
      }
      raw.socket.destroy();
    };
    const timer = setInterval(look, streams ? silent_ms : whole_ms).unref();
    let paced = before;
    const keepPace = ({ complete, socket, readableLength }: IncomingMessage) => {
      // What came and is not read yet waits for the server, not for its sender.
      if (!complete && readableLength === 0 && socket.bytesRead - paced < PACE_BYTES) socket.destroy();
      paced = socket.bytesRead;
    };
    const pace = streams ? undefined : setInterval(() => keepPace(raw), pace_ms).unref();
    const end = () => {
      clearInterval(timer);
      clearInterval(pace);
    };
    reply.raw.once('close', end);
    reply.raw.once('finish', end);
  });
}
