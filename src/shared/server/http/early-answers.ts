import type { FastifyInstance } from 'fastify';

const MAX_MS = 2_000;

/**
 * Lets whoever closes the connection after one request hear an answer that comes before they have sent all of it: a socket
 * that is closed with bytes unread resets the connection, and the answer is lost on its way. The rest of the body is read and
 * thrown away, for two seconds at most. Connections that stay open need nothing of this.
 */
export function hearOutSenders(app: FastifyInstance, max_ms = MAX_MS): void {
  app.addHook('onSend', async (request) => {
    const { raw } = request;
    const hasBody =
      raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (!hasBody || raw.complete || !/\bclose\b/i.test(raw.headers.connection ?? '')) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, max_ms);
      raw.once('end', done);
      raw.once('close', done);
      raw.resume();
    });
  });
}
