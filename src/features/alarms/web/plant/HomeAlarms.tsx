import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../../shared/web/api/call-key.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Entries } from '../../../../shared/web/page/Entries.tsx';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { alarmsCalls } from '../../alarms.contract.ts';
import { AlarmEntry } from './AlarmEntry.tsx';
import { GRAVEST } from './gravest.ts';

interface Props {
  /** What stands below: shown once it is known how high the alarms are. */
  children: ReactNode;
  /** So high what follows is. */
  heights: readonly number[];
}

/** What is wrong in the company just now: the gravest alarms with their plants, and the way to all of them. */
export function HomeAlarms({ children, heights }: Props) {
  const alarms = useCall(alarmsCalls.list, GRAVEST);
  if (alarms.isPending) return <Waiting heights={heights} />;
  return (
    <>
      <Gravest alarms={alarms} />
      {children}
    </>
  );
}

function Gravest({
  alarms: { data, error, refetch },
}: {
  alarms: UseQueryResult<Answer<typeof alarmsCalls.list>>;
}) {
  const { t } = useTranslation('alarms');
  return (
    <Section
      title={t('tab.open_alarms')}
      beside={data && data.count > 0 && <span className="muted num">{data.count}</span>}
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
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <Muted size="md">{t('list.none_open')}</Muted>}
      <Entries>
        {data?.results.map((alarm) => (
          <AlarmEntry key={alarm.id} alarm={alarm} placed />
        ))}
      </Entries>
    </Section>
  );
}
