import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../contract/client.ts';

function worthRepeating(failures: number, fault: Error): boolean {
  if (!(fault instanceof CallError)) return false;
  return failures < 2 && (fault.status === 0 || fault.status >= 500);
}

/** The browser's cache. Live events keep it current; nothing is polled. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      retry: worthRepeating,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The key of a company's data: it leads with the company, so that no answer can appear in another's page. */
export function companyKey(company: number | null, ...rest: readonly unknown[]): readonly unknown[] {
  return ['company', company, ...rest];
}
