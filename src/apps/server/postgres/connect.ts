import { Client, type ClientBase } from 'pg';
import {
  clientConfig,
  type DatabaseSsl,
  type DatabaseTarget,
} from '../../../shared/server/database-target.ts';
import { errorCode, errorText, StartFault } from '../../../shared/server/start-fault.ts';

/** Runs some work on one connection and closes it, whatever happens. */
export async function withClient<T>(
  target: DatabaseTarget,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(clientConfig(target, 'meridiana install'));
  let broken: Error | undefined;
  // A connection lost between two queries is told as an event; without a listener it would end the process.
  client.on('error', (error) => {
    broken = error;
  });
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    throw broken ?? error;
  } finally {
    await client.end();
  }
}

/** What a database URL means, in every form that pg understands. @throws StartFault that names the setting, never the URL */
export function readDatabaseUrl(url: string, setting: string): DatabaseTarget {
  let client: Client;
  try {
    client = new Client({ connectionString: url });
  } catch (cause) {
    throw new StartFault(`${setting} cannot be read as a PostgreSQL URL: ${errorText(cause)}.`, { cause });
  }
  const { host, port, database = '', user = '' } = client;
  const password = typeof client.password === 'string' ? client.password : '';
  const ssl = readSsl(client);
  return { host, port, database, user, password, ...(ssl === undefined ? {} : { ssl }) };
}

/** Turns what goes wrong while connecting into a sentence about the setting; passes on anything else. */
export function connectFault(error: unknown, target: DatabaseTarget, setting: string): unknown {
  if (error instanceof StartFault) return error;
  const place = `${target.host}:${target.port}`;
  const sentence =
    sentences[errorCode(error) ?? '']?.(place, target) ?? sentenceByText(errorText(error), place);
  return sentence === undefined ? error : new StartFault(`${setting}: ${sentence}.`, { cause: error });
}

type Sentence = (place: string, target: DatabaseTarget) => string;

const wrongPassword: Sentence = (place, target) =>
  `${place} refuses the user ${target.user} with this password`;
const noAnswer: Sentence = (place) => `nothing answers at ${place}`;
const unknownHost: Sentence = (_, target) => `no machine is called ${target.host}`;

/** By the codes of Node (E…) and of PostgreSQL (appendix A of its manual). */
const sentences: Record<string, Sentence> = {
  ECONNREFUSED: (place) => `nothing listens at ${place} (connection refused)`,
  ENOENT: (place) => `there is no socket at ${place}`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ECONNRESET: (place) => `what answers at ${place} is not PostgreSQL, or hung up`,
  '28P01': wrongPassword,
  '28000': (place, target) => `${place} does not let the user ${target.user} in from here`,
  '3D000': (place, target) => `${place} has no database called ${target.database}`,
  '42501': (place, target) =>
    `the user ${target.user} may not use the database ${target.database} at ${place}`,
  '53300': (place) => `${place} has no connection left to give`,
  '57P03': (place) => `PostgreSQL at ${place} is starting up or shutting down`,
};

function sentenceByText(text: string, place: string): string | undefined {
  if (/timeout/i.test(text)) return `no PostgreSQL answers at ${place} within 10 seconds`;
  if (/does not support SSL/i.test(text))
    return `PostgreSQL at ${place} does not speak TLS, and the URL asks for it`;
  if (/certificate|self.signed/i.test(text)) return `the certificate of ${place} is not trusted (${text})`;
  if (/SASL|client password must be a string/i.test(text))
    return `${place} asks for a password, and the URL has none`;
  if (/terminated unexpectedly|unexpected|invalid.*message|SSL response/i.test(text)) {
    return `what answers at ${place} is not PostgreSQL`;
  }
  return undefined;
}

/** pg has read the URL's sslmode and files by now; only what is plain data is kept. */
function readSsl(client: ClientBase & { ssl?: unknown }): boolean | DatabaseSsl | undefined {
  const { ssl } = client;
  if (typeof ssl === 'boolean') return ssl ? true : undefined;
  if (typeof ssl !== 'object' || ssl === null) return undefined;
  const text = (name: 'ca' | 'cert' | 'key') => {
    const value: unknown = Reflect.get(ssl, name);
    return value === undefined ? {} : { [name]: String(value) };
  };
  const strict: unknown = Reflect.get(ssl, 'rejectUnauthorized');
  return {
    ...(typeof strict === 'boolean' ? { rejectUnauthorized: strict } : {}),
    ...text('ca'),
    ...text('cert'),
    ...text('key'),
  };
}
