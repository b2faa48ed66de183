import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { controllersCalls } from '../controllers.contract.ts';
import { readBox } from './boxes.service.ts';
import { pageOfCommands } from './commands.repository.ts';
import { presentIoStatus, readController, setController } from './controllers.service.ts';
import { decide, decideBatch, readBatches } from './decisions.service.ts';
import { presentCommands, switchBox, switchLines } from './switching.service.ts';

/** Idempotency-Key: what is asked again under it was asked once. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return Array.isArray(key) ? key.join() : key;
}

/** The lines that a body means; undefined: all in use. */
const meantLines = ({
  lines,
  line,
}: {
  readonly lines?: number[] | undefined;
  readonly line?: number | undefined;
}): number[] | undefined => (line === undefined ? lines : [...(lines ?? []), line]);

/** Calls about controllers and what they are told to do. */
export const controllersHandlers: Handlers<typeof controllersCalls> = {
  controller: ({ tx, query }) => readController(tx, query.box_id),
  setController: ({ tx, body, now }) => setController(tx, body, now),
  multiupdate: ({ tx, body, request, now }) =>
    switchLines(tx, {
      updates: body.updates.map(({ box_id, on, ...update }) => ({ box_id, lines: meantLines(update), on })),
      key: keyOf(request),
      reason: body.reason,
      until: body.until,
      now,
    }),
  status: ({ tx, query }) => presentIoStatus(tx, query.box_id),
  switchByGet({ tx, query, request, now }) {
    const { serial, reg_number, on } = query;
    const nothing = { lines: undefined, reason: undefined, until: undefined };
    return switchBox(tx, { serial, reg_number, on: on === 'true', key: keyOf(request), now, ...nothing });
  },
  switchBox: ({ tx, body, request, now }) => {
    const { lines, line, reason, until, ...asked } = body;
    return switchBox(tx, {
      ...asked,
      lines: meantLines({ lines, line }),
      reason,
      until,
      key: keyOf(request),
      now,
    });
  },
  async commands({ tx, query, now }) {
    const { box_id, open, state, page, page_size } = query;
    if (box_id !== undefined) await readBox(tx, box_id, now);
    const of = {
      box_id: box_id ?? null,
      open: open === undefined ? null : open === 'true',
      state: state ?? null,
    };
    const { count, results } = await pageOfCommands(tx, of, { page, page_size });
    return { count, results: await presentCommands(tx, results) };
  },
  decide: ({ tx, params, body, now }) => decide(tx, { ...params, ...body, now }),
  batches: ({ tx, now }) => readBatches(tx, now),
  decideBatch: ({ tx, params, body, now }) => decideBatch(tx, { ...params, ...body, now }),
};
