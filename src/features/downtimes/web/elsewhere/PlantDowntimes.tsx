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
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { type Downtime, downtimesCalls } from '../../downtimes.contract.ts';
import { useDowntimeWords } from '../use-words.ts';
import { lastingOf, SHOWN } from './ask-ahead.ts';

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
  const { data, error, refetch } = useCall(downtimesCalls.list, lastingOf(proj_code));
  if (!data && !error) return <Waiting heights={[240]} />;
  const rest = (data?.count ?? 0) - SHOWN;
  const search = { plant: proj_code, lasting: 'true' } as const;
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
                <Link {...root} to="/apps/asset/downtimes" search={{ plant: proj_code }} preload={false} />
              )}
            >
              {t('plant.all')}
            </Button>
          }
        >
          {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          <Entries>
            {data?.results.map((downtime) => (
              <OpenDowntime key={downtime.id} downtime={downtime} />
            ))}
          </Entries>
          {rest > 0 && (
            <Link to="/apps/asset/downtimes" search={search} preload={false}>
              {t('plant.more', { count: rest })}
            </Link>
          )}
        </Section>
      )}
      {children}
    </>
  );
}
