import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { TestApp } from './app.ts';
import { mailOf } from './mail.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly json: any;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Somebody at a browser: keeps the cookies they are given, sends them where they belong, and has an address. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #test: Pick<TestApp, 'app'>;
  #bearer: string | undefined;
  readonly address: string;

  constructor(test: Pick<TestApp, 'app'>, address = '198.51.100.1') {
    this.#test = test;
    this.address = address;
  }

  /** Makes a call; JSON unless the payload is bytes. */
  async ask(
    method: Method,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#test.app.inject({
      method,
      url,
      headers: {
        'x-forwarded-for': this.address,
        'user-agent': 'Visitor/1.0',
        ...(this.#bearer ? { authorization: `Bearer ${this.#bearer}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson = String(answer.headers['content-type']).includes('json') && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      json: isJson ? JSON.parse(answer.body) : undefined,
    };
  }

  /** Gives email and password; signed in from then on when that is enough. */
  async signIn(email: string, password: string): Promise<Answered> {
    return this.#welcome(await this.ask('POST', '/user/v1/login/', { email, password }));
  }

  /** Ends a sign-in that asked for a code. */
  async giveCode(challenge: string, code: string): Promise<Answered> {
    return this.#welcome(await this.ask('POST', '/user/v1/login/second-factor/', { challenge, code }));
  }

  async refresh(): Promise<Answered> {
    return this.#welcome(await this.ask('POST', '/user/v1/token/refresh/', {}));
  }

  #welcome(answer: Answered): Answered {
    if (answer.status === 200) this.#bearer = answer.json.access;
    return answer;
  }
}

/** The mail to an address, the newest first. */
export async function mailTo(
  test: Pick<TestApp, 'arrange' | 'keyFor'>,
  email: string,
): Promise<{ subject: string; body_text: string; body_html: string; language: string }[]> {
  return (await mailOf(test, email)).reverse();
}

/** The token of the newest link to a page that was mailed to an address; waits for a worker's mail. */
export async function linkFor(
  test: Pick<TestApp, 'arrange' | 'keyFor'>,
  email: string,
  page: 'confirm-email' | 'recover',
  { but = [] as readonly string[] } = {},
): Promise<string> {
  for (let i = 0; i < 200; i++) {
    for (const { body_text } of await mailTo(test, email)) {
      const token = new RegExp(`https://portal\\.example\\.test/${page}\\?token=([\\w-]+)`).exec(
        body_text,
      )?.[1];
      if (token && !but.includes(token)) return token;
    }
    await pause(50);
  }
  throw new Error(`no link to ${page} was mailed to ${email}`);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What an authenticator shows at an instant, worked out by the letter of RFC 4226 and RFC 6238 and by nothing of ours. */
export function codeAt(secret: string | Buffer, at: Date, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const key = typeof secret === 'string' ? fromBase32(secret) : secret;
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac[19] ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The audit of a company, oldest first, once as many entries of an action stand there as wanted. */
export async function auditOf(
  test: Pick<TestApp, 'arrange'>,
  company_id: number,
  { action, count = 1 }: { action: string; count?: number },
): Promise<
  { actor_id: number | null; address: string | null; target: string; detail: Record<string, unknown> }[]
> {
  for (let i = 0; ; i++) {
    const rows = await test.arrange<{
      actor_id: number | null;
      address: string | null;
      target: string;
      detail: Record<string, unknown>;
    }>(
      `select actor_id::int, host(address) as address, target, detail from audit
       where company_id = $1 and action = $2 order by id`,
      [company_id, action],
    );
    if (rows.length >= count || i >= 100) return rows;
    await pause(20);
  }
}

/** Marks what is asked on behalf of the work that is watched: mail of an earlier request may go out beside it. */
const watched = new AsyncLocalStorage<string[]>();

/** The statements by which a piece of work asks the database; those of workers beside it are left out. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const original = pg.Client.prototype.query;
  const connect = pg.Pool.prototype.connect;
  // Work that waits for a connection goes on by the hand of whoever gives one back.
  pg.Pool.prototype.connect = function (this: pg.Pool, ...given: (() => void)[]) {
    const bound = given.map((taken) => AsyncResource.bind(taken));
    return (connect as (...all: unknown[]) => unknown).apply(this, bound);
  } as typeof connect;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text: string }];
    const text = typeof first === 'string' ? first : first.text;
    if (watched.getStore() === seen) seen.push(text);
    return (original as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof original;
  try {
    await watched.run(seen, work);
    return seen;
  } finally {
    pg.Client.prototype.query = original;
    pg.Pool.prototype.connect = connect;
  }
}
