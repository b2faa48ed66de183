import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onSessionEnd } from '../../../../shared/web/api/session.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { contact, openKept, signedIn } from './contact.ts';
import { type FieldReport, nameOfUnsent } from './field-mode.model.ts';
import { listReports } from './field-store.ts';
import { FIELD_MODE_MARK } from './forget-field-mode.ts';
import type { Sent } from './send-reports.ts';
import { sendWaiting } from './send-waiting.ts';

const KEPT = ['field-mode', 'kept'] as const;
const REPORTS = ['field-mode', 'reports'] as const;
const CONTACT = ['field-mode', 'contact'] as const;
/** So often a portal that was away is asked again, and what waits is tried again, while somebody looks at the page. */
const AGAIN_MS = 10_000;
/** An answer so old is asked for again when somebody comes back to the page. */
const FRESH_MS = 60_000;

const local = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** Reports of whoever is signed in that are on this device. */
export function useReports(): { reports: readonly FieldReport[]; renew: () => Promise<void> } {
  const client = useQueryClient();
  const user_id = signedIn();
  const { data = [] } = useQuery({
    ...local,
    queryKey: [...REPORTS, user_id],
    queryFn: () => (user_id === null ? [] : listReports(user_id)),
  });
  return { reports: data, renew: () => client.invalidateQueries({ queryKey: REPORTS }) };
}

/** What is kept on this device, what the portal says to it, and the sending of what waits, whenever the portal answers. */
export function useFieldMode() {
  const { t } = useTranslation('fieldmode');
  const { reports, renew } = useReports();
  const kept = useQuery({ ...local, queryKey: KEPT, queryFn: openKept });
  const waits = reports.some(({ place }) => place === 'waiting');
  const asked = useQuery({
    queryKey: CONTACT,
    queryFn: async () => {
      localStorage.setItem(FIELD_MODE_MARK, 'here');
      const told = await contact();
      // Where nobody answers nothing has changed, and why nothing is shown stays known.
      if (told.kind !== 'away') await Promise.all([kept.refetch(), renew()]);
      return told;
    },
    retry: false,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (waits || state.data?.kind === 'away' ? AGAIN_MS : false),
  });
  const said = useRef<(report: FieldReport, sent: Sent) => void>(undefined);
  said.current = (report, sent) => {
    if (sent === 'sent') toast.done(t('reports.sent', { name: nameOfUnsent(report) }));
    void renew();
  };
  const { data: told, dataUpdatedAt } = asked;
  const answered = told?.kind === 'fresh';
  useEffect(() => {
    const user_id = signedIn();
    if (dataUpdatedAt === 0 || !answered || user_id === null) return;
    sendWaiting(user_id, (report, sent) => said.current?.(report, sent)).catch((fault: unknown) =>
      console.error('reports could not be sent', fault),
    );
  }, [answered, dataUpdatedAt]);
  // Somebody signs out in another tab: what is on screen goes as well.
  const { refetch } = asked;
  useEffect(() => onSessionEnd(() => void refetch()), [refetch]);
  useEffect(() => {
    const ask = () => void refetch();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [refetch]);
  return {
    /** What this device keeps; undefined until it was read. */
    kept: kept.data,
    /** Whether what it keeps may be shown: of requests, and so of reports about them. */
    isOpen: (kept.data?.kept ?? null) !== null || told?.kind === 'refused',
    told,
    asking: asked.isFetching,
    /** Asks the portal, and sends what waits if it answers. */
    ask: () => void asked.refetch(),
    reports,
    renew,
  };
}

export type FieldModeState = ReturnType<typeof useFieldMode>;
