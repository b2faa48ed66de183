import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import type { Alarm } from '../../../alarms/alarms.contract.ts';
import { downtimesCalls } from '../../downtimes.contract.ts';
import { useDowntimeWords } from '../use-words.ts';

/** In an alarm's view: the downtimes that it was made into, and the way to one more. */
export function AlarmDowntimes({ alarm: { id }, children }: { alarm: Alarm; children?: ReactNode }) {
  const { t } = useTranslation('downtimes');
  const words = useDowntimeWords();
  const mayWrite = useCan('records.write');
  const query = useCall(downtimesCalls.list, { query: { alarm_id: String(id) } });
  return (
    <>
      <Section
        title={t('alarm.title')}
        order={3}
        actions={
          mayWrite && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden="true" />}
              renderRoot={(root) => (
                <Link
                  {...root}
                  to="/apps/asset/downtimes"
                  search={{ form: 'new', from_alarm: String(id) }}
                  preload={false}
                />
              )}
            >
              {t('alarm.new')}
            </Button>
          )
        }
      >
        <Known query={query} height={40}>
          {({ results }) => (
            <>
              {results.length === 0 && <p className="muted">{t('alarm.none')}</p>}
              <Entries>
                {results.map((downtime) => (
                  <Entry
                    key={downtime.id}
                    name={
                      <Link to="/apps/asset/downtimes" search={{ open: String(downtime.id) }} preload={false}>
                        {words.at(downtime.start, downtime)}
                        {downtime.stop !== null && ` – ${words.at(downtime.stop, downtime)}`}
                      </Link>
                    }
                    details={`${words.what(downtime)}, ${downtime.cause.name}, ${words.kwh(downtime.energy_lost)}`}
                  />
                ))}
              </Entries>
            </>
          )}
        </Known>
      </Section>
      {children}
    </>
  );
}
