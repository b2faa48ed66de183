import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Host } from '../../contract/hosts.ts';

/** What the installation tells every browser, signed in or not. */
export interface RuntimeConfig {
  demo: boolean;
  provider_name: string;
  /** Whether an account can be made without an invitation. */
  registration: 'open' | 'invite';
  /** A style of MapLibre instead of the offline map, and one for the dark theme. */
  map_style_url?: string;
  map_style_dark_url?: string;
  /** Where addresses are searched for: whether while somebody types, and whom that has to be said to be from. */
  geocoder?: { asks: 'typing' | 'enter'; credit: string };
  demo_users?: { email: string; label: string; applications?: boolean }[];
  demo_password?: string;
  /** Where the calls of some areas are sent. */
  hosts?: Partial<Record<Host, string>>;
}

async function fetchConfig(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return response.json();
}

let known: Promise<RuntimeConfig> | undefined;

/** The installation's settings, asked for once in the life of a page. @throws where they cannot be had; the next call asks again */
export function loadConfig(): Promise<RuntimeConfig> {
  known ??= fetchConfig().catch((fault: unknown) => {
    known = undefined;
    throw fault;
  });
  return known;
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: loadConfig,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The installation's settings, or undefined until they are known. */
export function useConfig(): RuntimeConfig | undefined {
  return useQuery(configQuery).data;
}
