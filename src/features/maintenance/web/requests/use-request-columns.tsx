import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { MaintenanceRequest } from '../../maintenance-requests.contract.ts';
import { requestCode } from '../../request-states.model.ts';
import { lookOf, useRequestWords } from './use-request-words.ts';

/** When a request is due, and that it is late. */
export function Due({ request }: { request: MaintenanceRequest }) {
  const { t } = useTranslation('requests');
  const words = useRequestWords();
  const now = useNow(60_000);
  if (request.due_at === null) return null;
  return (
    <>
      <Nowrap>{words.at(request.due_at, request)}</Nowrap>{' '}
      {words.late(request, now) && <StatePill state="alarm" label={t('detail.overdue')} />}
    </>
  );
}

/** The columns of requests; `binned`: of those in the bin, in short. */
export function useRequestColumns(binned = false): readonly DataColumn<MaintenanceRequest>[] {
  const { t } = useTranslation('requests');
  const words = useRequestWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language, as `t` does
  return useMemo(() => {
    const head = (id: keyof typeof FIELDS) => t(`book.fields.${id}`);
    const columns: DataColumn<MaintenanceRequest>[] = [
      {
        id: 'number',
        header: head('number'),
        descFirst: true,
        value: ({ number }) => number,
        cell: ({ number }) => <Nowrap>{requestCode(number)}</Nowrap>,
        text: ({ number }) => requestCode(number),
      },
      { id: 'title', header: head('title'), names: true, long: true, value: ({ title }) => title },
      {
        id: 'plant',
        header: head('plant'),
        value: ({ plant }) => plant,
        cell: ({ plant, proj_code }) =>
          plant === null ? (
            <Muted>{t('detail.archived')}</Muted>
          ) : (
            <>
              {plant} <Muted as="span">{proj_code}</Muted>
            </>
          ),
      },
      {
        id: 'state',
        header: head('state'),
        value: ({ state }) => words.state(state),
        cell: ({ state }) => <StatePill state={lookOf(state)} label={words.state(state)} />,
      },
      {
        id: 'priority',
        header: head('priority'),
        descFirst: true,
        value: ({ priority }) => t(`request.priority.${priority}`),
      },
      { id: 'assigned_to', header: head('assigned_to'), value: ({ assigned_to }) => assigned_to },
      {
        id: 'due_at',
        header: t('form.due'),
        value: ({ due_at }) => due_at,
        cell: (row) => <Due request={row} />,
        text: (row) => (row.due_at === null ? '' : words.at(row.due_at, row)),
      },
      { id: 'type', header: head('type'), extra: true, value: ({ type }) => type },
      {
        id: 'estimated_min',
        header: t('form.estimate'),
        extra: true,
        value: ({ estimated_min }) => (estimated_min === null ? null : t(`estimate.${estimated_min}`)),
      },
      {
        id: 'created_at',
        header: head('created_at'),
        extra: true,
        value: ({ created_at }) => created_at,
        cell: (row) => <Nowrap>{words.at(row.created_at, row)}</Nowrap>,
        text: (row) => words.at(row.created_at, row),
      },
      { id: 'created_by', header: head('created_by'), extra: true, value: ({ created_by }) => created_by },
    ];
    const short = ['number', 'title', 'plant', 'state', 'assigned_to'];
    return binned ? columns.filter(({ id }) => short.includes(id)) : columns;
  }, [t, binned]);
}
/** Columns that are called as in the file. */
const FIELDS = {
  number: 1,
  title: 1,
  plant: 1,
  state: 1,
  priority: 1,
  assigned_to: 1,
  type: 1,
  created_at: 1,
  created_by: 1,
};
