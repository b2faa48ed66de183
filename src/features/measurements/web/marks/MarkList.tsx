import { Button, Group, Paper, Stack, Switch } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { writeDate, writeTime } from '../../../../shared/web/charts/zone.model.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type ReadingMark, readingMarksCalls } from '../../reading-marks.contract.ts';
import { useMarks } from './use-marks.ts';

interface Props {
  proj_code: string;
  zone: string;
  /** What a variable is called, by its name. */
  labelOf: (device_id: number, name: string) => string;
}

function Mark({ mark, zone, labelOf }: { mark: ReadingMark } & Omit<Props, 'proj_code'>) {
  const { t } = useTranslation('measurements');
  const { dateTime } = useFormat();
  const sentenceOf = useRefusalSentence();
  const can = useCan('plants.write');
  const undo = useSend(readingMarksCalls.undo, {
    onDone: () => toast.done(t('marks.undone')),
    onFailed: (fault) => toast.failed(sentenceOf(fault)),
  });
  const at = (instant: string) => {
    const ms = Date.parse(instant);
    return `${writeDate(ms, zone)} ${writeTime(ms, zone)}`;
  };
  const by = (who: string | null) => who ?? t('marks.someone');
  const undone = mark.undone_at !== null;
  return (
    <Paper component="li" withBorder p={12}>
      <Group gap={12} align="flex-start" justify="space-between">
        <div style={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <div style={undone ? { textDecoration: 'line-through' } : undefined}>
            <strong>{mark.short_name}</strong>{' '}
            {mark.variables?.map((name) => labelOf(mark.device_id, name)).join(', ') ??
              t('marks.all_variables')}
            <div className="num">
              {at(mark.start)} – {at(mark.end)}
            </div>
            <p style={{ whiteSpace: 'pre-line' }}>{mark.reason}</p>
          </div>
          <Muted>
            {t('marks.made_by', { who: by(mark.created_by), at: dateTime(mark.created_at) })}
            {mark.undone_at !== null &&
              ` · ${t('marks.undone_by', { who: by(mark.undone_by), at: dateTime(mark.undone_at) })}`}
          </Muted>
        </div>
        {can && !undone && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={14} />}
            loading={undo.isPending}
            onClick={() => undo.mutate({ params: { id: String(mark.id) } })}
          >
            {t('marks.undo')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

/** The marks of a plant, the latest range first; those that were undone on request. */
export function MarkList({ proj_code, ...of }: Props) {
  const { t } = useTranslation('measurements');
  const [undone, setUndone] = useState(false);
  const query = useMarks(proj_code, undone);
  return (
    <Section
      look="plain"
      order={3}
      title={t('marks.standing')}
      actions={
        <Switch
          size="xs"
          label={t('marks.with_undone')}
          checked={undone}
          onChange={(event) => setUndone(event.currentTarget.checked)}
        />
      }
    >
      <Known query={query} height={96}>
        {({ results, count }) => (
          <>
            {results.length === 0 && <EmptyState title={t('marks.none')} />}
            <Stack component="ul" gap={8} m={0} p={0} style={{ listStyle: 'none' }}>
              {results.map((mark) => (
                <Mark key={mark.id} mark={mark} {...of} />
              ))}
            </Stack>
            {count > results.length && <Muted>{t('marks.more', { shown: results.length, count })}</Muted>}
          </>
        )}
      </Known>
    </Section>
  );
}
