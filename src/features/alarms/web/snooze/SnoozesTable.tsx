import { Button } from '@mantine/core';
import { IconBellOff, IconBellRinging, IconCalendarClock, IconHistory } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDurationLabels } from '../../../../shared/web/charts/duration-words.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ChoiceFilter } from '../../../../shared/web/list/filters.tsx';
import type { ListDetailProps } from '../../../../shared/web/list/ListDetail.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { Snooze } from '../../snoozes.contract.ts';
import { PAGE_SIZE } from '../alarms/alarm-queries.ts';
import { type AlarmsAddress, SNOOZE_STATES } from '../alarms/alarms-list.ts';
import { PlantFilter } from '../alarms/place-filters.tsx';
import { Person } from '../Person.tsx';
import { PlantLink } from '../PlantLink.tsx';
import { EndSnoozeDialog } from './EndSnoozeDialog.tsx';
import { NewSnooze } from './NewSnooze.tsx';
import { lengthOf } from './snooze.model.ts';
import { useSnoozes } from './snooze-queries.ts';

const ICONS = { planned: IconCalendarClock, active: IconBellOff, ended: IconHistory } as const;

/** How a snooze stands, and why it ended. */
function StateCell({ snooze }: { snooze: Snooze }) {
  const { t } = useTranslation('snooze');
  const { state, end_reason, ended_by } = snooze;
  const early = end_reason === 'early' && ended_by !== null;
  return (
    <>
      <StatePill
        state={state === 'active' ? 'snoozed' : 'nodata'}
        icon={ICONS[state]}
        label={t(`state.${state}`)}
      />
      {end_reason !== null && (
        <Muted as="div">
          {early ? t('reason.early_by', { name: ended_by.name }) : t(`reason.${end_reason}`)}
        </Muted>
      )}
    </>
  );
}

function SpanCell({ snooze }: { snooze: Snooze }) {
  const { t } = useTranslation('snooze');
  const { dateTimeAt } = useFormat();
  const duration = useDurationLabels();
  const now = useNow(30_000);
  const { starts_at, ends_at, ended_at, time_zone, state } = snooze;
  const length = lengthOf(snooze);
  const cut = ended_at !== null && ended_at !== ends_at;
  return (
    <span className="num">
      {dateTimeAt(starts_at, time_zone)} – {dateTimeAt(ends_at, time_zone)}
      <Muted as="div">
        {'days' in length ? t('table.length', { count: length.days }) : duration(length.ms)}
        {state === 'active' && ` · ${t('left_of', { left: duration(Date.parse(ends_at) - now) })}`}
        {state === 'planned' && ` · ${t('begins_in', { left: duration(Date.parse(starts_at) - now) })}`}
        {cut && ` · ${t('ended_at', { when: dateTimeAt(ended_at, time_zone) })}`}
      </Muted>
    </span>
  );
}

function useColumns(): DataColumn<Snooze>[] {
  const { t } = useTranslation('snooze');
  return useMemo(
    () => [
      {
        id: 'plant',
        header: t('table.plant'),
        names: true,
        value: (snooze) => snooze.plant_name,
        cell: (snooze) => <PlantLink plant={snooze} />,
      },
      {
        id: 'state',
        header: t('table.state'),
        value: (snooze) => snooze.state,
        cell: (snooze) => <StateCell snooze={snooze} />,
      },
      {
        id: 'when',
        header: t('table.when'),
        width: '26%',
        value: (snooze) => snooze.starts_at,
        cell: (snooze) => <SpanCell snooze={snooze} />,
      },
      {
        id: 'why',
        header: t('table.why'),
        width: '22%',
        long: true,
        value: (snooze) => snooze.snooze_message,
        cell: ({ kind, snooze_message }) => (
          <span>
            {snooze_message}
            <Muted as="div">{t(`kinds.${kind}`)}</Muted>
          </span>
        ),
      },
      {
        id: 'who',
        header: t('table.who'),
        value: (snooze) => snooze.created_by?.name,
        cell: ({ created_by }) => (created_by ? <Person person={created_by} /> : UNKNOWN),
      },
      {
        id: 'muted',
        header: t('table.muted'),
        numeric: true,
        decimals: 0,
        value: (snooze) => snooze.muted,
      },
    ],
    [t],
  );
}

interface Props {
  state: AlarmsAddress;
  detail: ListDetailProps;
}

function Filters({ state }: Pick<Props, 'state'>) {
  const { t } = useTranslation('snooze');
  return (
    <>
      <PlantFilter state={state} />
      <ChoiceFilter
        state={state}
        name="state"
        label={t('table.state_filter')}
        any={t('table.all')}
        options={SNOOZE_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
    </>
  );
}

function EndButton({ snooze, onEnd }: { snooze: Snooze; onEnd: () => void }) {
  const { t } = useTranslation('snooze');
  if (snooze.state === 'ended') return null;
  const planned = snooze.state === 'planned';
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconBellRinging size={15} aria-hidden="true" />}
      aria-label={t(planned ? 'take_back_of' : 'end_of', { plant: snooze.plant_name })}
      onClick={onEnd}
    >
      {t(planned ? 'take_back' : 'end')}
    </Button>
  );
}

/** Whose alarms are muted, were and will be; where nothing is chosen, those that stand come first by their start. */
export function SnoozesTable({ state, detail }: Props) {
  const { t } = useTranslation('snooze');
  const mayWrite = useCan('alarms.write');
  const [ending, setEnding] = useState<Snooze | null>(null);
  const { search } = state;
  const query = useSnoozes({
    state: search.state,
    proj_code: search.plant,
    page: search.page,
    page_size: String(PAGE_SIZE),
  });
  return (
    <>
      <ListPage
        state={state}
        name="alarms-snoozes"
        label={t('table.title')}
        columns={useColumns()}
        query={query}
        rowKey={({ id }) => id}
        search={null}
        chips={mayWrite && <NewSnooze plant={search.plant} />}
        filters={<Filters state={state} />}
        detail={detail}
        empty={{ icon: IconBellOff, title: t('table.empty'), hint: t('table.empty_hint') }}
        {...(mayWrite && {
          actions: (snooze: Snooze) => <EndButton snooze={snooze} onEnd={() => setEnding(snooze)} />,
        })}
      />
      {ending && <EndSnoozeDialog snooze={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
