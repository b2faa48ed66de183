import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

const running = new Map<number, Promise<{ port: number }>>();

/** A picture of one colour, as a camera would send it. */
export const stillPicture = (background = '#336699', [width, height] = [64, 36]): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function start(): Promise<{ port: number }> {
  const picture = await stillPicture();
  const server = createServer((_, answer) => answer.setHeader('content-type', 'image/jpeg').end(picture));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Nobody ends it: it goes with the process.
  server.unref();
  return { port: (server.address() as AddressInfo).port };
}

/** A camera of a company on this machine that answers each address with the same picture; one for the whole process. */
export function startStillCamera(company_id: number): Promise<{ port: number }> {
  const camera = running.get(company_id) ?? start();
  running.set(company_id, camera);
  return camera;
}
