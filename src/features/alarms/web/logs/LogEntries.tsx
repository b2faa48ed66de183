import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconBell, IconBellOff, IconCpu, IconSettings, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import type { LogEntry, LogSource } from '../../logs.contract.ts';
import { AlarmLink } from '../AlarmLink.tsx';
import { NoteText } from '../NoteText.tsx';
import { Person } from '../Person.tsx';
import { PlantLink } from '../PlantLink.tsx';
import { useEntryLabels } from './entry-labels.ts';
import { type LogKey, type LogWindow, useLogEntries } from './log-queries.ts';
import classes from './logs.module.css';

const ICONS: Readonly<Record<LogSource, TablerIcon>> = {
  alarm: IconBell,
  snooze: IconBellOff,
  device: IconCpu,
  configuration: IconSettings,
};

function Entry({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('logs');
  const { time } = useFormat();
  const labels = useEntryLabels();
  const { source, alarm_id, actor, note, at, time_zone } = entry;
  const Icon = ICONS[source];
  return (
    <li>
      <time dateTime={at} className="muted num">
        {time(at, time_zone, { seconds: true })}
      </time>
      <Muted as="span" title={t(`source.${source}`)}>
        <Icon size={15} stroke={1.8} role="img" aria-label={t(`source.${source}`)} />
      </Muted>
      <Group gap="2px 8px" style={{ overflowWrap: 'anywhere' }}>
        {actor !== null && <Person person={actor} />}
        <span>
          {alarm_id === null ? (
            labels(entry)
          ) : (
            <AlarmLink id={alarm_id} kept>
              {labels(entry)}
            </AlarmLink>
          )}
        </span>
        {note !== '' && <NoteText>{note}</NoteText>}
      </Group>
    </li>
  );
}

interface Props {
  log: LogKey;
  window: LogWindow;
  plant: { proj_code: string; name: string };
}

/** What a log holds, newest first, and the plant that it is of. */
export function LogEntries({ log, window, plant }: Props) {
  const { t } = useTranslation('logs');
  const asking = useLogEntries(log, window);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = asking;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} radius={12} aria-busy="true" />;
  const entries = data.results;
  const [first] = entries;
  const { proj_code, name } = plant;
  return (
    <Stack gap={8}>
      <h2>{log.device_id === null ? t('plant_itself') : (first?.short_name ?? `#${log.device_id}`)}</h2>
      <Group gap="2px 14px">
        <PlantLink plant={{ proj_code, plant_name: name }} />
        <span className="num">{log.day.split('-').reverse().join('/')}</span>
        <span className="muted">{t('count', { count: data.count })}</span>
      </Group>
      {entries.length === 0 && <EmptyState title={t('no_entries')} />}
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={`${entry.source} ${entry.id} ${entry.kind}`} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </Stack>
  );
}
