import { Worker } from 'node:worker_threads';

/** What the thread of a PDF is given, as its layout knows it. */
export type Printed<T extends object, D extends object> = { readonly table: T } | { readonly document: D };

/** Makes a PDF in a thread of its own: thousands of rows take seconds, during which others are answered. */
export async function printed(what: Printed<object, object>): Promise<Uint8Array> {
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData: what,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of a PDF ended with ${code}`)));
  });
}
