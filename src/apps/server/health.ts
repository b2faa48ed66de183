import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

const PATIENCE_MS = 2000;

async function answers(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  );
  const ready = await Promise.race([asked, late]);
  clearTimeout(timer);
  return ready;
}

/** `/health/live` while the process lives; `/health/ready` 200 while the database answers, else 503. */
export function serveHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    if (await answers(pool)) return { status: 'ready' };
    reply.code(503).header('retry-after', '5');
    return { status: 'unavailable', detail: 'The database cannot be reached just now' };
  });
}
