import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Entry } from '../../../../shared/web/page/Entries.tsx';
import { PlantRecords } from '../../../../shared/web/record-book/PlantRecords.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { type Downtime, downtimesCalls } from '../../downtimes.contract.ts';
import { useDowntimeWords } from '../use-words.ts';
import { lastingOf } from './ask-ahead.ts';

function OpenDowntime({ downtime }: { downtime: Downtime }) {
  const { t } = useTranslation('downtimes');
  const words = useDowntimeWords();
  const now = useNow(60_000);
  const { id, cause, energy_lost, proj_code } = downtime;
  const since = `${words.at(downtime.start, downtime)}, ${t('lasts_for', { duration: words.lasted(downtime, now) })}`;
  return (
    <Entry
      name={
        <Link
          to="/apps/asset/downtimes"
          search={{ plant: proj_code, lasting: 'true', open: String(id) }}
          preload={false}
        >
          {words.what(downtime)} – {cause.name}
        </Link>
      }
      details={energy_lost === null ? since : `${since}, ${words.kwh(energy_lost)}`}
    />
  );
}

/** On a plant's page: its downtimes that last. Where there are none, nothing is said. */
export function PlantDowntimes({ proj_code, children }: { proj_code: string; children?: ReactNode }) {
  const { t } = useTranslation('downtimes');
  return (
    <PlantRecords<Downtime>
      title={t('plant.title')}
      query={useCall(downtimesCalls.list, lastingOf(proj_code))}
      page="/apps/asset/downtimes"
      plant={{ plant: proj_code }}
      shown={{ plant: proj_code, lasting: 'true' }}
      all={t('plant.all')}
      more={(count) => t('plant.more', { count })}
      height={240}
      entry={(downtime) => <OpenDowntime key={downtime.id} downtime={downtime} />}
    >
      {children}
    </PlantRecords>
  );
}
