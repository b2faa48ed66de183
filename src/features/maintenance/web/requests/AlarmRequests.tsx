import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { type MaintenanceRequest, maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { lookOf, nameOfRequest, useRequestWords } from './use-request-words.ts';

const PAGE = '/apps/asset/maintenance-requests';

/** Requests, each with its state and a link to it. */
export function LinkedRequests({ requests }: { requests: readonly MaintenanceRequest[] }) {
  const words = useRequestWords();
  return requests.map((request) => (
    <div key={request.id}>
      <Link to={PAGE} search={{ open: String(request.id) } as never} preload={false}>
        {nameOfRequest(request)}
      </Link>{' '}
      <StatePill state={lookOf(request.state)} label={words.state(request.state)} />
    </div>
  ));
}

/** In an alarm: the requests that were made from it, and the way to a new one. */
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
          {({ results }) =>
            results.length === 0 ? <Muted>{t('alarm.none')}</Muted> : <LinkedRequests requests={results} />
          }
        </Known>
      </Section>
      {query.isPending ? null : children}
    </>
  );
}
