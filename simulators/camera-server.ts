import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DigestDoor, letInByBasic, type Viewer } from './camera-auth.ts';
import { drawScene, type Scene } from './camera-scene.ts';

type Answer = (request: IncomingMessage, answer: ServerResponse) => void | Promise<void>;

export interface CameraServerOptions {
  readonly viewer: Viewer;
  /** 0: the system chooses. */
  readonly port?: number;
  readonly now?: () => number;
  readonly slow_ms?: number;
}

export interface CameraServer {
  readonly port: number;
  stop(): Promise<void>;
}

const SLOW_MS = 2500;
const FRAME_MS = 500;
const BOUNDARY = 'frame';

/** The streams of the simulated server, by their number, and what is special about each. */
export const STREAMS = { jpeg: 1, mjpeg: 2, basic: 3, digest: 4, slow: 5, second: 6 } as const;
/** Those that are up to no good. */
export const HOSTILE = { redirect: 91, html: 92, endless: 93, large: 94, silent: 95 } as const;

const THERMAL: readonly number[] = [STREAMS.digest, STREAMS.slow];
const sceneOf = (number: number): Scene => ({ number, is_thermal: THERMAL.includes(number) });

/** Writes bytes for as long as somebody reads. */
function writeForEver(answer: ServerResponse, type: Record<string, string>): void {
  answer.writeHead(200, type);
  const more = () => {
    while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
  };
  answer.on('drain', more);
  answer.write(Buffer.from([0xff, 0xd8, 0xff]));
  more();
}

const HOSTILE_ANSWERS: Readonly<Record<number, Answer>> = {
  [HOSTILE.redirect]: (_, answer) => {
    answer.writeHead(302, { location: 'http://127.0.0.1/' }).end();
  },
  [HOSTILE.html]: (_, answer) => {
    answer.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html><script>alert(1)</script></html>');
  },
  [HOSTILE.endless]: (_, answer) => writeForEver(answer, { 'content-type': 'image/jpeg' }),
  [HOSTILE.large]: (_, answer) =>
    writeForEver(answer, { 'content-type': 'image/jpeg', 'content-length': String(200 * 1024 * 1024) }),
  [HOSTILE.silent]: () => undefined,
};

/**
 * A camera server as plants have it, over HTTP on loopback: `/snapshot/<number>`. Each of its streams behaves in a way of its
 * own (`STREAMS`), some badly (`HOSTILE`).
 * @throws the listening error of a port that cannot be had
 */
export async function startCameraServer(options: CameraServerOptions): Promise<CameraServer> {
  const { viewer, port = 0, now = Date.now, slow_ms = SLOW_MS } = options;
  const door = new DigestDoor();
  const draw = (number: number) => drawScene(sceneOf(number), now());
  const still =
    (number: number): Answer =>
    async (_, answer) => {
      answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(await draw(number));
    };
  const moving = async (number: number, answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': `multipart/x-mixed-replace; boundary=--${BOUNDARY}` });
    while (!answer.destroyed) {
      const frame = await draw(number);
      answer.write(`--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${frame.length}\r\n\r\n`);
      answer.write(frame);
      answer.write('\r\n');
      await pause(FRAME_MS);
    }
  };
  const answers: Readonly<Record<number, Answer>> = {
    ...HOSTILE_ANSWERS,
    [STREAMS.jpeg]: still(STREAMS.jpeg),
    [STREAMS.mjpeg]: (_, answer) => moving(STREAMS.mjpeg, answer),
    [STREAMS.basic]: (request, answer) =>
      letInByBasic(request, answer, viewer) ? still(STREAMS.basic)(request, answer) : undefined,
    [STREAMS.digest]: (request, answer) =>
      door.letIn(request, answer, viewer) ? still(STREAMS.digest)(request, answer) : undefined,
    [STREAMS.slow]: async (request, answer) => {
      await pause(slow_ms);
      await still(STREAMS.slow)(request, answer);
    },
    [STREAMS.second]: still(STREAMS.second),
  };
  const server = createServer((request, answer) => {
    const number = Number(/^\/snapshot\/(\d+)$/.exec(request.url ?? '')?.[1]);
    const answered = answers[number];
    if (!answered) answer.writeHead(404).end();
    else Promise.resolve(answered(request, answer)).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
