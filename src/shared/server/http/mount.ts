import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { z } from 'zod';
import type { AnyCall, Area, In, Out } from '../../contract/call.ts';
import { isPaged } from '../../contract/fields.ts';
import { withPlantsDays } from '../../contract/windows.ts';
import { AppError } from '../errors.ts';
import type { ExportTurns } from '../export/export-turns.ts';
import { TableAnswer } from '../export/table-answer.ts';
import { type Language, languageOf } from '../language.ts';
import { onceMore } from '../once-more.ts';
import { type Caller, inScope, type Scope, type Tx } from '../tenancy.ts';
import { type Admitted, type Authenticators, admit, assertType } from './admission.ts';
import type { Hold } from './body-budget.ts';
import { checkInput } from './check-input.ts';
import { type BodyBudgets, holdBody } from './held-bodies.ts';
import { readJsonBodies } from './json-bodies.ts';
import { isNear } from './near.ts';
import { neighbours, type PageQuery } from './pages.ts';
import { findPlantZone } from './plant-zone.repository.ts';
import { sendTable } from './send-table.ts';

interface CallInput<C extends AnyCall> {
  readonly params: Out<C['params']>;
  readonly query: Out<C['query']>;
  readonly body: Out<C['body']>;
  /** Company and person; throws where the call has none. */
  readonly scope: Scope;
  /** The signed-in user; throws where nobody signs in. */
  readonly caller: Caller;
  /** The instant of the request, by the app's clock. */
  readonly now: Date;
  /** What the reader's browser asks for. */
  readonly language: Language;
  readonly request: FastifyRequest;
}

interface InTransaction {
  /** Committed when the handler is done, and before anything of the answer leaves. */
  readonly tx: Tx;
}

/** The answer can be touched only where no commit stands between the handler and the caller. */
interface WithoutTransaction {
  /** Whoever reads a body as it arrives asks this before each step. @throws AppError when the caller may not any more */
  readonly stillAdmitted: () => Promise<void>;
  /** Counts what is kept in memory of a body that is read as it arrives; throws where the call has none. */
  readonly hold: Hold;
  /** Aborted once the caller has closed the connection, or the answer is sent. */
  readonly gone: AbortSignal;
  readonly reply: FastifyReply;
}

/** What a handler is given: checked input, who asks, and the transaction that its call declares. */
export type CallContext<C extends AnyCall> = CallInput<C> &
  (C['tx'] extends 'none' ? WithoutTransaction : InTransaction);

interface Page extends ReturnType<typeof neighbours> {
  readonly count: number;
}
type WithoutNeighbours<O> = O extends Page ? Omit<O, 'next' | 'previous'> : O;

/**
 * What a handler comes to: of a page its count and rows, because where its neighbours are is said by the server; of a call
 * that answers nothing, anything, which is dropped.
 */
type Answer<C extends AnyCall> = In<C['ok']> extends undefined ? unknown : WithoutNeighbours<In<C['ok']>>;

export type Handlers<A extends Area> = {
  readonly [K in keyof A]: (
    context: CallContext<A[K]>,
  ) => Promise<Answer<A[K]> | ReadyJson | TableAnswer | typeof SENT>;
};

/** What a handler answers that has sent its answer itself: a file, a stream. */
export const SENT = Symbol('sent');

/** An answer that was turned into JSON elsewhere, in UTF-8, whole or a stream of it; it is sent as it is. */
export class ReadyJson {
  readonly body: Buffer | Readable;
  constructor(json: Uint8Array | Readable) {
    this.body =
      json instanceof Uint8Array ? Buffer.from(json.buffer, json.byteOffset, json.byteLength) : json;
  }

  async parse(): Promise<unknown> {
    const whole = Buffer.isBuffer(this.body) ? this.body : Buffer.concat(await this.body.toArray());
    return JSON.parse(whole.toString());
  }
}

export interface MountOptions {
  /** Where transactions of calls are opened. */
  pool: pg.Pool;
  now: () => Date;
  authenticators: Authenticators;
  /** Every answer is parsed by its schema: on in tests, off where speed counts. */
  checkAnswers: boolean;
  /** Sign-in attempts that one address may make in a minute. */
  signInPerMinute: number;
  /** Bytes of bodies that may be in memory at one time. */
  budgets: BodyBudgets;
  /** How files of whole tables take turns. */
  exports: ExportTurns;
}

interface Known extends Admitted {
  /** When that was found out, on the process's own clock. */
  at_ms?: number;
  hold?: Hold;
}

/** A body that took longer than this is judged by who may do so now: whoever sends slowly must not keep a door open. */
const ADMITTED_FOR_MS = 200;

/** What was sent; of a file that is empty its bytes, of which there are none. */
function bodyOf({ consumes }: AnyCall, { body }: FastifyRequest): unknown {
  return body ?? (consumes === 'application/json' ? undefined : Buffer.alloc(0));
}

/** What was sent, as the schema understands it. @throws AppError invalid with what is wrong, each at its field */
function check(schema: z.ZodType | undefined, value: unknown, tolerant = false): unknown {
  if (!schema) return undefined;
  const { data, faults } = checkInput(schema, value, tolerant);
  if (faults) throw new AppError('invalid', 'Data is not valid', { errors: faults });
  return data;
}

/** A query without what is named and empty, which is how a form says that it asks for nothing in particular. */
function withoutEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** A checked query whose window's days are those of the plant that it names. */
async function daysOf(
  sent: unknown,
  query: unknown,
  scope: Scope | undefined,
  { pool }: Pick<MountOptions, 'pool'>,
): Promise<unknown> {
  if (!scope) return query;
  return withPlantsDays(sent, query, (proj_code) =>
    inScope(pool, scope, (tx) => findPlantZone(tx, proj_code), 'read only'),
  );
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`this call has no ${what}`);
  return value;
}

type Handler = (context: CallContext<AnyCall>) => Promise<unknown>;

/** Hands the call to its handler, inside the transaction that it declares; that is committed when this comes back. */
function handle(
  { tx: mode, retries, produces }: AnyCall,
  handler: Handler,
  asked: CallInput<AnyCall> & WithoutTransaction,
  { pool, exports }: MountOptions,
): Promise<unknown> {
  // Added, not copied: a scope that the call has none of is missed only by whoever asks for it.
  if (mode === 'none') return handler(asked);
  const opened = mode === 'read' ? 'read only' : 'read write';
  const work = () => inScope(pool, asked.scope, (tx) => handler(Object.assign(asked, { tx })), opened);
  // A file waits for its turn before it takes a connection.
  if (produces === 'text/csv') return exports.first(asked.scope, work);
  return retries ? onceMore(work) : work();
}

/** What is told of a conflict is what the call declares. */
function checkConflict({ conflict }: AnyCall, error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') return;
  const { extra = {} } = error.options;
  if ('stored' in extra) required(conflict, 'schema of a conflict').parse(extra.stored);
}

/** A page with where its neighbours are. */
function withNeighbours({ query, request }: CallInput<AnyCall>, page: unknown): unknown {
  if (page instanceof ReadyJson) return page;
  const { count, ...rest } = page as Omit<Page, 'next' | 'previous'>;
  return { count, ...neighbours(request.url, query as PageQuery, count), ...rest };
}

/** The answer as its call declares it; one that the handler has sent itself stays as it is. */
async function answered(
  call: AnyCall,
  reply: FastifyReply,
  answer: unknown,
  { checkAnswers }: MountOptions,
): Promise<unknown> {
  if (reply.sent || call.produces !== 'application/json') return reply;
  reply.code(call.status);
  if (call.status === 204) return reply.send();
  const ready = answer instanceof ReadyJson;
  // What is answered is sent as it is also in tests, so that a member too many is seen there.
  if (checkAnswers) call.ok.parse(ready ? await answer.parse() : answer);
  // To squeeze it takes longer than the way within one machine.
  if (isNear(reply.request)) reply.request.headers['x-no-compression'] = '1';
  if (!ready) return answer;
  return reply.type('application/json; charset=utf-8').send(answer.body);
}

/** Serves every call of an area exactly where the contract says, with its access, its checks and its answer. */
export function mount<A extends Area>(
  app: FastifyInstance,
  calls: A,
  handlers: Handlers<A>,
  options: MountOptions,
): void {
  readJsonBodies(app);
  for (const [name, call] of Object.entries(calls)) {
    const handler = required(handlers[name] as Handler | undefined, 'handler');
    const paged = isPaged(call.ok);
    const known = new WeakMap<FastifyRequest, Known>();
    const letIn = async (request: FastifyRequest) => {
      const found = await admit(call, request, options.authenticators);
      const owned = found.scope && { scope: await options.authenticators.withOwner(found.scope) };
      known.set(request, { ...known.get(request), ...found, ...owned, at_ms: performance.now() });
    };
    const stillAdmitted = async (request: FastifyRequest) => {
      const { at_ms = 0 } = known.get(request) ?? {};
      if (performance.now() - at_ms >= ADMITTED_FOR_MS) await letIn(request);
    };
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        call: name,
        access: call.access,
        tolerant: call.tolerant === true,
        streams: call.streams === true,
        ...(call.failed === undefined ? {} : { failed: call.failed }),
        ...(call.rate === 'sign_in'
          ? { rateLimit: { max: options.signInPerMinute, timeWindow: 60_000 } }
          : {}),
      },
      ...(call.max_body_bytes === undefined ? {} : { bodyLimit: call.max_body_bytes }),
      // Who asks is settled before the body is read: a stranger learns nothing about what a body should hold.
      onRequest: async (request) => {
        await letIn(request);
        assertType(call, request);
      },
      preParsing: async (request, reply, payload) => {
        const found = known.get(request) ?? {};
        const given = { request, reply, payload: payload as Readable, sender: found };
        const held = holdBody(call, options.budgets, given);
        if (!held) return payload;
        found.hold = held.hold;
        return held.payload;
      },
      preHandler: async (request) => stillAdmitted(request),
      // A stream that opened for its head only would never end, and nothing is changed for a head.
      ...(call.produces === 'text/event-stream' || call.tx === 'write' ? { exposeHeadRoute: false } : {}),
      handler: async (request, reply) => {
        const { caller, scope, hold } = known.get(request) ?? {};
        let gone: AbortSignal | undefined;
        const sent = withoutEmpty(request.query);
        const params = check(call.params, request.params);
        const asked = {
          now: options.now(),
          language: languageOf(request.headers['accept-language']),
          params,
          query: await daysOf(sent, check(call.query, sent), scope, options),
          body: call.streams ? request.body : check(call.body, bodyOf(call, request), call.tolerant),
          get scope() {
            return required(scope, 'company');
          },
          get caller() {
            return required(caller, 'signed-in user');
          },
          stillAdmitted: () => stillAdmitted(request),
          get hold() {
            return required(hold, 'body of its own');
          },
          get gone() {
            gone ??= signalOf(reply);
            return gone;
          },
          request,
          reply,
        };
        const answer = await handle(call, handler, asked, options).catch((error: unknown) => {
          if (options.checkAnswers) checkConflict(call, error);
          throw error;
        });
        if (answer instanceof TableAnswer) return sendTable(call, asked, answer, options);
        return answered(call, reply, paged ? withNeighbours(asked, answer) : answer, options);
      },
    });
  }
}
