import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { alarmsCalls } from '../../alarms.contract.ts';
import { SinceCell, StateCell, WhatCell } from '../alarms/AlarmCells.tsx';

const GRAVEST = {
  query: { closed: 'false', consequences: 'false', order: 'severity', page: '1', page_size: '6' },
} as const;

/** What is wrong in the company just now: the gravest alarms with their plants, and the way to all of them. */
export function HomeAlarms() {
  const { t } = useTranslation('alarms');
  const alarms = useCall(alarmsCalls.list, GRAVEST);
  return (
    <Section
      title={t('tab.open_alarms')}
      beside={alarms.data && alarms.data.count > 0 && <span className="muted num">{alarms.data.count}</span>}
      actions={
        <Button
          size="xs"
          variant="default"
          rightSection={<IconArrowUpRight size={15} aria-hidden="true" />}
          renderRoot={(root) => <Link {...root} to="/apps/asset/alarms" preload={false} />}
        >
          {t('plant.all')}
        </Button>
      }
    >
      <Known query={alarms} height={180}>
        {({ results }) =>
          results.length === 0 ? (
            <Muted size="md">{t('list.none_open')}</Muted>
          ) : (
            <Entries>
              {results.map((alarm) => (
                <Entry
                  key={alarm.id}
                  name={
                    <>
                      <StateCell alarm={alarm} />
                      <WhatCell alarm={alarm} kept={false} whole />
                    </>
                  }
                  details={
                    <>
                      <Link
                        to="/apps/asset/plants/$proj_code"
                        params={{ proj_code: alarm.proj_code }}
                        preload={false}
                      >
                        {alarm.plant_name}
                      </Link>{' '}
                      <SinceCell alarm={alarm} />
                    </>
                  }
                />
              ))}
            </Entries>
          )
        }
      </Known>
    </Section>
  );
}
