import type { FastifyInstance } from 'fastify';

/** Numbers that JSON does not have and programs write all the same. */
const NO_NUMBER = /\b(?:nan|inf(?:inity)?)\b/gi;
/** JSON for a number that is not finite: whoever checks the value refuses it. */
const NOT_FINITE = '1e999';
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are meant
const CONTROL = /[\u0000-\u001f]/g;

const escaped = (control: string) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Where the string that begins at `start` ends, its closing quote included. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** The document with its NaN and Infinity as numbers that are not finite, and bare control characters escaped. */
function mended(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const start = quote < 0 ? text.length : quote;
    parts.push(text.slice(at, start).replace(NO_NUMBER, NOT_FINITE));
    at = start === text.length ? start : endOfString(text, start);
    parts.push(text.slice(start, at).replace(CONTROL, escaped));
  }
  return parts.join('');
}

/**
 * Reads JSON; NaN and Infinity become numbers that are not finite, control characters inside text stay there.
 * @throws SyntaxError when it is no JSON even so
 */
export function parseTolerantly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return JSON.parse(mended(text));
  }
}

const equipped = new WeakSet<FastifyInstance>();

/** Reads JSON bodies as the route's call wants them: strictly, or tolerantly where its config says so. */
export function readJsonBodies(app: FastifyInstance): void {
  if (equipped.has(app)) return;
  equipped.add(app);
  const strict = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name the type of every request, also where nothing is sent.
    if (body === '') return done(null, undefined);
    const { tolerant = false } = request.routeOptions.config as { tolerant?: boolean };
    if (!tolerant) return strict(request, body as string, done);
    try {
      done(null, parseTolerantly(body as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
}
