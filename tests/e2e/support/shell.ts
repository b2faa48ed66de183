import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CURL = fileURLToPath(new URL('curl.ts', import.meta.url));

export interface Answered {
  status: number;
  json: unknown;
}

/**
 * Runs a text as somebody would paste it into a terminal. `curl` is one of our own with the few options that the portal
 * shows, so that no machine needs it: what is proved is the text, its quoting and the call behind it.
 */
export async function paste(text: string): Promise<Answered> {
  const script = `curl() { "${process.execPath}" "${CURL}" "$@"; }\n${text}\n`;
  const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([shell.stdout.toArray(), shell.stderr.toArray()]);
  const printed = Buffer.concat(out).toString();
  if (printed === '') throw new Error(`nothing was answered: ${Buffer.concat(err)}`);
  return JSON.parse(printed) as Answered;
}
