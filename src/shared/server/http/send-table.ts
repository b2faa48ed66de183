import type { FastifyReply } from 'fastify';
import type pg from 'pg';
import type { AnyCall } from '../../contract/call.ts';
import { allows, type Capability } from '../../contract/capabilities.ts';
import { renewScope } from '../callers.ts';
import { AppError } from '../errors.ts';
import type { ExportTurns } from '../export/export-turns.ts';
import type { TableAnswer } from '../export/table-answer.ts';
import { type Caller, inScope, type Scope } from '../tenancy.ts';
import { needOf } from './admission.ts';

/** Who takes the file, and where to. */
interface Asking {
  readonly scope: Scope;
  readonly caller: Caller;
  readonly stillAdmitted: () => Promise<void>;
  readonly reply: FastifyReply;
}

/** Who asks, as they may now. @throws AppError for whoever may not any more: the file breaks off */
async function currentScope({ access }: AnyCall, asked: Asking, pool: pg.Pool): Promise<Scope> {
  const { scope } = asked;
  // A key has no session; whether it is still there is asked as when it came.
  if (scope.user_id === null) {
    await asked.stillAdmitted();
    return scope;
  }
  const renewed = await renewScope(pool, asked.caller, scope.company_id);
  if (!renewed || !allows(access as Capability, renewed.roles))
    throw new AppError('forbidden', needOf(access as Capability));
  return renewed;
}

/**
 * Sends a table page by page, each read in a turn and a transaction of its own and by who may do so by then: a slow reader
 * holds nothing in the database, and nothing open that was closed to them.
 */
export function sendTable(
  call: AnyCall,
  asked: Asking,
  table: TableAnswer,
  { pool, exports }: { readonly pool: pg.Pool; readonly exports: ExportTurns },
): FastifyReply {
  const { reply, scope } = asked;
  const stream = table.write(async (read) => {
    const now = await currentScope(call, asked, pool);
    return exports.next(scope, () => inScope(pool, now, read, 'read only'));
  });
  return reply
    .type(table.type)
    .header('content-disposition', `attachment; filename="${table.name}"`)
    .send(stream);
}
