import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Entry } from '../../../../shared/web/page/Entries.tsx';
import { PlantRecords } from '../../../../shared/web/record-book/PlantRecords.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { type MaintenanceRequest, maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { waitingOf } from './ask-ahead.ts';
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
  return (
    <PlantRecords<MaintenanceRequest>
      title={t('plant.title')}
      query={useCall(maintenanceRequestsCalls.list, waitingOf(proj_code))}
      page={PAGE}
      plant={{ plant: proj_code }}
      shown={{ state: 'pending', plant: proj_code }}
      all={t('plant.all')}
      more={(count) => t('plant.more', { count })}
      height={120}
      entry={(request) => <WaitingRequest key={request.id} request={request} />}
    >
      {children}
    </PlantRecords>
  );
}
