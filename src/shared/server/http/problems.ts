import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseIsAway, databaseIsBusy } from '../database-faults.ts';
import { DISK_IS_FULL, DiskWatch } from '../disk-watch.ts';
import { AppError, type AppErrorOptions, type ErrorCode, PartialFailure, STATUS } from '../errors.ts';
import { languageOf } from '../language.ts';
import { readerLeft } from './stream-log.ts';
import type { Translator } from './translator.ts';

const SENTENCES = 'sentences';

interface Sentences {
  readonly italian: Translator;
  /** Told of each sentence that nobody has written in Italian, whatever language was asked for. */
  readonly unsaid: ((english: string) => void) | undefined;
}

/** From now on refusals are said in the reader's language: a 403's detail is shown to people. // spec §6 */
export function sayInItalian(app: FastifyInstance, italian: Translator, unsaid?: Sentences['unsaid']): void {
  app.decorate(SENTENCES, { italian, unsaid } satisfies Sentences);
}

/** In the language of Accept-Language: English, as it is written where it is thrown, or Italian. */
function inWords({ request, server }: FastifyReply): (english: string) => string {
  if (!server?.hasDecorator(SENTENCES)) return (english) => english;
  const { italian, unsaid } = server.getDecorator<Sentences>(SENTENCES);
  const inEnglish = languageOf(request.headers['accept-language']) === 'en';
  return (english) => {
    if (unsaid && italian.find(english) === undefined) unsaid(english);
    return inEnglish ? english : italian.say(english);
  };
}

/** Sends an RFC 9457 problem document. */
export function sendProblem(
  reply: FastifyReply,
  problem: { status: number; code: ErrorCode; detail: string } & AppErrorOptions,
): FastifyReply {
  const { status, code, detail, errors, extra, retryAfter_s } = problem;
  const say = inWords(reply);
  if (retryAfter_s !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter_s)));
  return reply
    .code(status)
    .type('application/problem+json')
    .send(
      JSON.stringify({
        type: 'about:blank',
        title: STATUS_CODES[status] ?? 'Error',
        status,
        code,
        detail: say(detail),
        ...(errors ? { errors: errors.map((one) => ({ ...one, message: say(one.message) })) } : {}),
        ...extra,
      }),
    );
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

type Thrown = Error & { code?: string };

function unavailable(error: Thrown, disk: DiskWatch): string | undefined {
  // A server that cannot write its log ends: then the connections break, and the reason is the disk all the same.
  if (databaseIsAway(error) && disk.isFull()) return DISK_IS_FULL;
  if (databaseIsAway(error)) return 'The database cannot be reached just now; try again shortly';
  if (databaseIsBusy(error)) return 'This took too long just now; try again shortly';
  return undefined;
}

function ofFastify(error: FastifyError): { status: number; code: ErrorCode; detail: string } | undefined {
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  const known = (Object.keys(STATUS) as ErrorCode[]).find((code) => STATUS[code] === status);
  // The engine's own words about JSON are no sentence for people.
  const detail = error instanceof SyntaxError ? 'The body is not valid JSON' : error.message;
  return { status, code: known ?? 'invalid', detail };
}

/** Answers a request that the framework could not make sense of before any route was found. */
export function sendMistake(error: FastifyError, reply: FastifyReply): void {
  sendProblem(reply, ofFastify(error) ?? { status: 400, code: 'invalid', detail: 'Data is not valid' });
}

function unwrap(thrown: FastifyError & Thrown) {
  if (!(thrown instanceof PartialFailure)) return { error: thrown, details: {} };
  const { cause, details } = thrown;
  return { error: (cause instanceof Error ? cause : thrown) as FastifyError & Thrown, details };
}

/** What a refusal of this call carries beside its reason, as the call declares it. */
function failedOf({ routeOptions }: FastifyRequest): Record<string, unknown> {
  const { failed } = (routeOptions?.config ?? {}) as { failed?: string };
  return failed === undefined ? {} : { success: false, error: failed };
}

/** One handler turns whatever was thrown into a problem document; a 5xx says nothing about the inside. */
export function handleErrors(app: FastifyInstance, disk = new DiskWatch()): void {
  app.setErrorHandler((thrown: FastifyError & Thrown, request, reply) => {
    const { error, details: standing } = unwrap(thrown);
    const details = { ...standing, ...failedOf(request) };
    if (readerLeft(error, reply)) {
      request.log.debug('the reader closed the connection before the answer began');
      return reply.hijack();
    }
    if (error instanceof AppError) {
      return sendProblem(reply, {
        status: error.status,
        code: error.code,
        detail: error.message,
        ...error.options,
        extra: { ...error.options.extra, ...details },
      });
    }
    disk.note(error);
    const wait = unavailable(error, disk);
    if (wait) {
      request.log.warn({ err: error }, 'the database is away or too busy');
      return sendProblem(reply, {
        status: 503,
        code: 'unavailable',
        detail: wait,
        retryAfter_s: 5,
        extra: details,
      });
    }
    const mistake = ofFastify(error);
    if (mistake) return sendProblem(reply, { ...mistake, extra: details });
    // A NUL character cannot be stored as text: the input is at fault, not the server.
    if (error.code === '22021' || error.code === '22P05') {
      return sendProblem(reply, {
        status: 400,
        code: 'invalid',
        detail: 'Data is not valid',
        extra: details,
      });
    }
    // Services refuse what they find taken; two at the same moment are told apart by the database alone.
    if (error.code === UNIQUE_VIOLATION) {
      const detail = 'Somebody else stored the same in the meantime: look again';
      return sendProblem(reply, { status: 409, code: 'conflict', detail, extra: details });
    }
    // Likewise what one adds to a record while another removes it.
    if (error.code === FOREIGN_KEY_VIOLATION) {
      request.log.warn(
        { err: error },
        'a record was added to what was just removed, or an id was not judged',
      );
      const detail = 'Somebody else removed this, or added something to it, in the meantime: look again';
      return sendProblem(reply, { status: 409, code: 'conflict', detail, extra: details });
    }
    request.log.error({ err: error }, 'unexpected failure');
    return sendProblem(reply, { status: 500, code: 'internal', detail: 'An error occurred', extra: details });
  });
}
