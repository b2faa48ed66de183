import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, answer: ServerResponse) => void;

/** A server whose streams answer as the test says; it counts what it is asked. */
export async function startOddCameras(streams: Readonly<Record<string, Answer>>) {
  const asked: { url: string; authorization: string | undefined }[] = [];
  const server = createServer((request, answer) => {
    const { url = '', headers } = request;
    asked.push({ url, authorization: headers.authorization });
    const of = streams[url.split('/').at(-1) ?? ''];
    if (of) of(request, answer);
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const jpeg =
  (picture: Buffer, headers: Record<string, string> = {}): Answer =>
  (_, answer) =>
    answer.writeHead(200, { 'content-type': 'image/jpeg', ...headers }).end(picture);

/** Writes without end. */
export const endless =
  (headers: Record<string, string>, begin = Buffer.alloc(0)): Answer =>
  (_, answer) => {
    answer.writeHead(200, headers);
    answer.write(begin);
    const more = () => {
      while (!answer.destroyed && answer.write(Buffer.alloc(65_536, 0x20)));
    };
    answer.on('drain', more);
    more();
  };

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Lets in who knows the password, by digest. */
export function behindDigest(user: string, password: string, within: Answer): Answer {
  const nonce = 'c1d2e3';
  return (request, answer) => {
    const said = request.headers.authorization ?? '';
    const of = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(said)?.[1] ?? '';
    const [a1, a2] = [md5(`${user}:cam:${password}`), md5(`GET:${request.url}`)];
    const right = md5(`${a1}:${nonce}:${of('nc')}:${of('cnonce')}:auth:${a2}`);
    if (said.startsWith('Digest ') && of('response') === right) within(request, answer);
    else
      answer
        .writeHead(401, {
          'www-authenticate': `Digest realm="cam", nonce="${nonce}", qop="auth", algorithm=MD5`,
        })
        .end();
  };
}

/** Lets in who says the password. */
export function behindBasic(user: string, password: string, within: Answer): Answer {
  const right = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return (request, answer) => {
    if (request.headers.authorization === right) within(request, answer);
    else answer.writeHead(401, { 'www-authenticate': 'Basic realm="cam"' }).end();
  };
}
