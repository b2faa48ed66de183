import { newClientKey } from '../api/client-key.ts';

/** A file on its way. */
export interface Upload {
  /** Sent again by it, it is stored once. */
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Bytes that have left. */
  readonly sent: number;
  readonly fault: unknown;
}

export function addUploads(all: readonly Upload[], files: readonly File[]): readonly Upload[] {
  const made = files.map((file): Upload => {
    return { key: newClientKey(), file, state: 'waiting', sent: 0, fault: null };
  });
  return [...all, ...made];
}

export const changeUpload = (all: readonly Upload[], key: string, part: Partial<Upload>): readonly Upload[] =>
  all.map((one) => (one.key === key ? { ...one, ...part } : one));

/** The one to be sent next, where none is being sent. */
export const nextUpload = (all: readonly Upload[]): Upload | undefined =>
  all.some(({ state }) => state === 'sending') ? undefined : all.find(({ state }) => state === 'waiting');

/** How far it is, in whole percent; all of it has left long before the answer comes. */
export const percentOf = ({ sent, file }: Pick<Upload, 'sent' | 'file'>): number =>
  file.size === 0 ? 0 : Math.min(99, Math.floor((sent / file.size) * 100));

const KB = 1000;

/** A size in the unit that fits: 950 B, 12 kB, 3.4 MB. */
export function sizeOf(bytes: number): { value: number; decimals: number; unit: 'B' | 'kB' | 'MB' } {
  if (bytes < KB) return { value: bytes, decimals: 0, unit: 'B' };
  if (bytes < KB * KB) return { value: bytes / KB, decimals: 0, unit: 'kB' };
  return { value: bytes / (KB * KB), decimals: 1, unit: 'MB' };
}
