import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Whether an answer broke off because its reader closed the connection, which is no fault of anybody's. */
export function readerLeft(error: unknown, { raw }: FastifyReply): boolean {
  const closed = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return closed && (raw.destroyed || raw.socket?.destroyed === true);
}

/** No line for each request; of answers that break off in the middle, only those that are a fault count as one. */
export class StreamLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
    if (readerLeft(error, reply))
      reply.log.debug('the reader closed the connection before the whole answer was sent');
    else reply.log.error({ err: error }, 'an answer broke off in the middle');
  }
}
