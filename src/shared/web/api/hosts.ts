import type { AnyCall } from '../../contract/call.ts';
import { loadConfig } from './config.ts';

/** Before the path of a call: nothing, or the address of the host that serves it. The installation says it once. */
export async function hostOf({ host }: AnyCall): Promise<string> {
  if (!host) return '';
  return (await loadConfig()).hosts?.[host] ?? '';
}
