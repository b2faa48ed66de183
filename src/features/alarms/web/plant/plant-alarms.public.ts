import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { alarmsQuery } from '../alarms/alarm-queries.ts';

// No `lazy`: React holds back each further part that comes late by 0.3 s, and what stands below waits for this one.
export { OpenAlarms } from './OpenAlarms.tsx';

/** Fetches what `OpenAlarms` will say, while the rest of its page is on its way. */
export function useOpenAlarmsAhead(proj_code: string): void {
  const { id_client: company } = useCompany();
  const client = useQueryClient();
  useEffect(() => {
    void client.prefetchQuery(alarmsQuery(company, { closed: false, filters: { proj_code }, page: '1' }));
  }, [client, company, proj_code]);
}
