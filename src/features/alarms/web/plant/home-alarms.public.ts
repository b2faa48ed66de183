import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { alarmsCalls } from '../../alarms.contract.ts';
import { GRAVEST } from './gravest.ts';

export { HomeAlarms } from './HomeAlarms.tsx';

/** Fetches what `HomeAlarms` will say, while the rest of its page is on its way. */
export function useHomeAlarmsAhead(): void {
  const { id_client: company } = useCompany();
  const client = useQueryClient();
  useEffect(() => {
    void client.prefetchQuery(callQuery(company, alarmsCalls.list, GRAVEST));
  }, [client, company]);
}
