import { useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { alarmsCalls } from '../../alarms.contract.ts';
import { alarmsQuery } from '../alarms/alarm-queries.ts';
import { GRAVEST } from './gravest.ts';

const loadOpen = () => import('./OpenAlarms.tsx');
const loadHome = () => import('./HomeAlarms.tsx');

/** The open alarms of a plant or of one of its devices, each a link; stands inside a Suspense. */
export const OpenAlarms = lazy(async () => ({ default: (await loadOpen()).OpenAlarms }));

/** The gravest open alarms of the company (`asset.read`); stands inside a Suspense. */
export const HomeAlarms = lazy(async () => ({ default: (await loadHome()).HomeAlarms }));

/** Fetches what `OpenAlarms` will say, while the rest of its page is on its way. */
export function useOpenAlarmsAhead(proj_code: string): void {
  const { id_client: company } = useCompany();
  const client = useQueryClient();
  useEffect(() => {
    void loadOpen();
    void client.prefetchQuery(alarmsQuery(company, { closed: false, filters: { proj_code }, page: '1' }));
  }, [client, company, proj_code]);
}

/** Fetches what `HomeAlarms` will say, while the rest of its page is on its way. */
export function useHomeAlarmsAhead(): void {
  const { id_client: company } = useCompany();
  const client = useQueryClient();
  useEffect(() => {
    void loadHome();
    void client.prefetchQuery(callQuery(company, alarmsCalls.list, GRAVEST));
  }, [client, company]);
}
