import { Group, List, Stack, Text } from '@mantine/core';
import { IconBell, IconBellOff, IconCpu, IconSettings, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import type { LogEntry, LogSource } from '../../logs.contract.ts';
import { AlarmLink } from '../AlarmLink.tsx';
import { NoteText } from '../NoteText.tsx';
import { type DiaryRow, devicesOf } from './diary.model.ts';
import { useEntryLabels } from './entry-labels.ts';

const ICONS: Readonly<Record<LogSource, TablerIcon>> = {
  alarm: IconBell,
  snooze: IconBellOff,
  device: IconCpu,
  configuration: IconSettings,
};

/** What is a problem; its sentence stands out. */
const isGrave = ({ source, kind }: LogEntry): boolean =>
  (source === 'alarm' && (kind === 'opened' || kind === 'repeated')) ||
  (source === 'device' && (kind === 'silent' || kind === 'refused'));

/** The same, as often as it happened within a while: folded until somebody asks. */
function Earlier({ row }: { row: DiaryRow }) {
  const { earlier } = row;
  const { t } = useTranslation('logs');
  const { time } = useFormat();
  const labels = useEntryLabels();
  const [open, setOpen] = useState(false);
  const first = earlier.at(-1);
  const several = devicesOf(row).length > 1;
  if (!first) return null;
  return (
    <>
      <FoldButton open={open} onToggle={setOpen}>
        <Muted as="span">
          {t('times', { count: earlier.length + 1, since: time(first.at, first.time_zone) })}
        </Muted>
      </FoldButton>
      {open && (
        <List size="sm" listStyleType="none" withPadding>
          {(several ? [row.entry, ...earlier] : earlier).map((entry) => (
            <List.Item key={entry.id}>
              <Nowrap>{time(entry.at, entry.time_zone, { seconds: true })}</Nowrap>{' '}
              {[several && entry.short_name, labels(entry)].filter(Boolean).join(' – ')}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

/** What happened, in a sentence that opens the alarm where it was one; `kept` within the list of all. */
export function What({ row, kept = true }: { row: DiaryRow; kept?: boolean }) {
  const { entry } = row;
  const { t } = useTranslation('logs');
  const labels = useEntryLabels();
  const Icon = ICONS[entry.source];
  const said = labels(entry);
  return (
    <Stack gap={2}>
      <Group gap={8} wrap="nowrap" align="start">
        <Muted as="span" title={t(`source.${entry.source}`)}>
          <Icon size={16} stroke={1.8} role="img" aria-label={t(`source.${entry.source}`)} />
        </Muted>
        <Text inherit fw={400} c={isGrave(entry) ? 'var(--alarm-text)' : 'inherit'}>
          {entry.alarm_id === null ? (
            said
          ) : (
            <AlarmLink id={entry.alarm_id} kept={kept}>
              {said}
            </AlarmLink>
          )}
        </Text>
      </Group>
      {entry.note !== '' && <NoteText>{entry.note}</NoteText>}
      <Earlier row={row} />
    </Stack>
  );
}
