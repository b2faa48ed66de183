import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { Reports } from '../reports/LinkedReports.tsx';
import { LinkedRequests } from './LinkedRequests.tsx';

const PAGE = '/apps/asset/maintenance-requests';

/** In an alarm: the requests that were made from it, the way to a new one, and the reports about either. */
export function AlarmRequests({ alarm, children }: { alarm: { id: number }; children?: ReactNode }) {
  const { t } = useTranslation('requests');
  const may = useCan('maintenance.write');
  const id = String(alarm.id);
  const query = useCall(maintenanceRequestsCalls.list, { query: { alarm_id: id, page_size: '20' } });
  return (
    <>
      <Section
        title={t('alarm.title')}
        order={3}
        actions={
          may && (
            <Button
              variant="default"
              renderRoot={(root) => (
                <Link {...root} to={PAGE} search={{ form: 'new', from_alarm: id } as never} preload={false} />
              )}
            >
              {t('alarm.new')}
            </Button>
          )
        }
      >
        <Known query={query} height={24}>
          {({ results, count }) =>
            results.length === 0 ? (
              <Muted>{t('alarm.none')}</Muted>
            ) : (
              <LinkedRequests requests={results} count={count} search={{ alarm: id }} />
            )
          }
        </Known>
      </Section>
      <Reports of={{ alarm_id: id }} search={{ alarm: id }} />
      {query.isPending ? null : children}
    </>
  );
}
