import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { type MaintenanceRequest, maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { SHOWN, waitingOf } from './ask-ahead.ts';
import { Due } from './use-request-columns.tsx';
import { lookOf, nameOfRequest, useRequestWords } from './use-request-words.ts';

const PAGE = '/apps/asset/maintenance-requests';

function WaitingRequest({ request }: { request: MaintenanceRequest }) {
  const words = useRequestWords();
  const { id, state, assigned_to, due_at, proj_code } = request;
  const search = { state: 'pending', plant: proj_code, open: String(id) };
  return (
    <Entry
      name={
        <Link to={PAGE} search={search as never} preload={false}>
          {nameOfRequest(request)}
        </Link>
      }
      details={
        <>
          <StatePill state={lookOf(state)} label={words.state(state)} /> {assigned_to}{' '}
          {due_at !== null && <Due request={request} />}
        </>
      }
    />
  );
}

/** On a plant's page: its requests that nobody has solved yet. Where there are none, nothing is said. */
export function PlantRequests({ proj_code, children }: { proj_code: string; children?: ReactNode }) {
  const { t } = useTranslation('requests');
  const { data, error, refetch } = useCall(maintenanceRequestsCalls.list, waitingOf(proj_code));
  if (!data && !error) return <Waiting heights={[120]} />;
  const rest = (data?.count ?? 0) - SHOWN;
  const all = { state: 'pending', plant: proj_code };
  return (
    <>
      {(error || (data && data.count > 0)) && (
        <Section
          title={t('plant.title')}
          beside={data && <span className="muted num">{data.count}</span>}
          actions={
            <Button
              size="xs"
              variant="default"
              rightSection={<IconArrowUpRight size={15} aria-hidden="true" />}
              renderRoot={(root) => (
                <Link {...root} to={PAGE} search={{ plant: proj_code } as never} preload={false} />
              )}
            >
              {t('plant.all')}
            </Button>
          }
        >
          {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          <Entries>
            {data?.results.map((request) => (
              <WaitingRequest key={request.id} request={request} />
            ))}
          </Entries>
          {rest > 0 && (
            <Link to={PAGE} search={all as never} preload={false}>
              {t('plant.more', { count: rest })}
            </Link>
          )}
        </Section>
      )}
      {children}
    </>
  );
}
