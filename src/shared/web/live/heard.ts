import { useSyncExternalStore } from 'react';

/** When readings of a plant were last heard of in this tab, by company and plant; '' stands for all of a company's. */
const heard = new Map<string, number>();
const listeners = new Set<() => void>();

const keyOf = (company: number, code: string) => `${company}/${code}`;

/** Notes that readings of these plants have come; without codes, that any may have. */
export function markHeard(company: number, codes: readonly string[] | null): void {
  for (const code of codes ?? ['']) heard.set(keyOf(company, code), Date.now());
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** When readings of any of these plants were last heard of (epoch ms); 0 for never. */
export function useHeardAt(company: number, codes: readonly string[]): number {
  return useSyncExternalStore(subscribe, () =>
    Math.max(0, ...['', ...codes].map((code) => heard.get(keyOf(company, code)) ?? 0)),
  );
}
