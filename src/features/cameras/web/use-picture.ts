import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError, requestWhole } from '../../../shared/contract/client.ts';
import { transport } from '../../../shared/web/api/transport.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { type Camera, camerasCalls } from '../cameras.contract.ts';
import { LIVE_S } from '../cameras.model.ts';
import type { Rate } from './cameras-search.ts';

interface Received {
  readonly blob: Blob;
  /** When it was taken, by the clock of this browser. */
  readonly taken_at: number;
  /** Why it is not live; null where it is. */
  readonly stale: string | null;
}

async function receive(company: number, id: number, signal: AbortSignal): Promise<Received> {
  const given = { query: { id: String(id) }, company, signal };
  const { headers, ...answer } = await requestWhole(camerasCalls.proxyImg, given, transport).then(
    async (response) => ({ headers: response.headers, blob: await response.blob() }),
  );
  const taken_at = Date.now() - Number(headers.get('age') ?? 0) * 1000;
  return { ...answer, taken_at, stale: headers.get('x-picture-stale') };
}

/** The code by which a refusal is said in words. */
function codeOf(fault: unknown): string {
  if (!(fault instanceof CallError)) return 'unreachable';
  return fault.errors[0]?.code ?? fault.code;
}

const GONE_MS = 5000;

/** A picture's address in this page, as long as it is shown. */
function useAddress(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    // Whoever still shows it has the next one by then.
    return () => void setTimeout(() => URL.revokeObjectURL(made), GONE_MS);
  }, [blob]);
  return blob ? address : null;
}

export const pictureKey = (company: number, id: number) => ['camera picture', company, id] as const;

/**
 * The picture of a camera, asked for anew as often as is said while the tab is in sight. The last one stays when the next one
 * fails, and is not called live.
 */
export function usePicture(
  { id, version, is_active }: Camera,
  { every, shown }: { every: Rate; shown: boolean },
) {
  const company = useCompany().id_client;
  const query = useQuery({
    queryKey: [...pictureKey(company, id), version],
    queryFn: ({ signal }) => receive(company, id, signal),
    enabled: is_active && shown,
    // While the tab is hidden nothing is asked for: the library's own manner.
    refetchInterval: every === 'off' ? false : Number(every) * 1000,
    refetchOnWindowFocus: every !== 'off',
    staleTime: every === 'off' ? Number.POSITIVE_INFINITY : 1000,
    gcTime: 60_000,
    retry: false,
    structuralSharing: false,
  });
  const { data, error } = query;
  const fault = error ? codeOf(error) : (data?.stale ?? null);
  return {
    address: useAddress(data?.blob),
    blob: data?.blob,
    taken_at: data?.taken_at ?? null,
    /** Why there is none, or why it is not live. */
    fault,
    asking: query.isFetching,
    refresh: () => void query.refetch(),
  };
}
export type Picture = ReturnType<typeof usePicture>;

/** Whether a picture may be called live at an instant. */
export const isLive = ({ taken_at, fault }: Pick<Picture, 'taken_at' | 'fault'>, now: number): boolean =>
  taken_at !== null && fault === null && now - taken_at <= LIVE_S * 1000;
