import { Button } from '@mantine/core';
import { IconMailPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PORTAL_CLOCK } from '../../../../shared/units/zones.ts';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { ReportKind } from '../../report-issues.contract.ts';
import { type ReportSchedule, reportSchedulesCalls } from '../../report-schedules.contract.ts';
import { EditSchedule, ScheduleDialog } from './ScheduleDialog.tsx';
import { useRhythm } from './use-rhythm.ts';

function Row({
  schedule,
  onEdit,
  onEnd,
}: {
  schedule: ReportSchedule;
  onEdit: () => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation('reporting');
  const { dateTime } = useFormat();
  const rhythm = useRhythm();
  const { name, codes, members, addresses, author, next_at, last_sent, put_off_until } = schedule;
  const people = [...members.map((member) => member.name), ...addresses];
  return (
    <tr style={{ verticalAlign: 'top' }}>
      <th scope="row">
        {name}
        <Muted as="div">{author}</Muted>
      </th>
      <td data-label={t('column.plant')}>{codes.length === 0 ? t('any_plant') : codes.join(', ')}</td>
      <td data-label={t('schedule.when')}>{rhythm(schedule)}</td>
      <td data-label={t('schedule.to')}>{people.join(', ')}</td>
      <td data-label={t('schedule.next')}>
        <Nowrap>{dateTime(next_at, PORTAL_CLOCK)}</Nowrap>
        {last_sent > 0 && <Muted as="div">{t('schedule.last', { count: last_sent })}</Muted>}
        {put_off_until !== null && (
          <Muted as="div">{t('schedule.put_off', { at: dateTime(put_off_until, PORTAL_CLOCK) })}</Muted>
        )}
      </td>
      <td>
        <RowButton label={t('schedule.edit_of', { name })} icon={IconPencil} onClick={onEdit} />
        <RowButton label={t('schedule.end_of', { name })} icon={IconTrash} onClick={onEnd} />
      </td>
    </tr>
  );
}

/** What of a report is sent by mail, and the way to have more sent. */
export function ScheduledReports({ kind, plants }: { kind: ReportKind; plants: readonly string[] }) {
  const { t } = useTranslation('reporting');
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<ReportSchedule | null>(null);
  const query = useCall(reportSchedulesCalls.list, { query: { kind } });
  const end = useSend(reportSchedulesCalls.remove, { onDone: () => toast.deleted(), goneIsDone: true });
  const head = [
    t('schedule.name'),
    t('column.plant'),
    t('schedule.when'),
    t('schedule.to'),
    t('schedule.next'),
    { text: t('schedule.end'), hidden: true },
  ];
  return (
    <Section
      title={t('schedule.list')}
      hint={t('schedule.list_hint')}
      look="table"
      actions={
        <Button variant="default" leftSection={<IconMailPlus size={16} />} onClick={() => setAdding(true)}>
          {t('schedule.add')}
        </Button>
      }
    >
      <Known query={query} height={120}>
        {(schedules) =>
          schedules.length === 0 ? (
            <Muted>{t('schedule.none')}</Muted>
          ) : (
            <PlainTable label={t('schedule.list')} head={head} inset stacked>
              {schedules.map((schedule) => (
                <Row
                  key={schedule.id}
                  schedule={schedule}
                  onEdit={() => setEdited(schedule)}
                  onEnd={() => end.mutate({ params: { id: String(schedule.id) } })}
                />
              ))}
            </PlainTable>
          )
        }
      </Known>
      {edited && <EditSchedule key={edited.id} schedule={edited} onClose={() => setEdited(null)} />}
      {adding && <ScheduleDialog kind={kind} plants={plants} onClose={() => setAdding(false)} />}
    </Section>
  );
}
