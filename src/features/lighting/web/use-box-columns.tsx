import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import type { Box } from '../boxes.contract.ts';
import { BoxStatePill } from './BoxStatePill.tsx';

/** Columns of boxes; the server orders them. */
export function useBoxColumns(): readonly DataColumn<Box>[] {
  const { t } = useTranslation('lighting');
  const { dateTime, number } = useFormat();
  return useMemo(
    (): readonly DataColumn<Box>[] => [
      {
        id: 'serial',
        header: t('box.serial'),
        names: true,
        sortable: false,
        value: ({ serial }) => serial,
        cell: ({ id, serial, name }) => (
          <Link to="/apps/illuminazione/boxes/$id" params={{ id: String(id) }} data-row-link>
            {name === '' ? serial : `${serial} · ${name}`}
          </Link>
        ),
      },
      {
        id: 'state',
        header: t('box.state'),
        sortable: false,
        value: ({ state }) => state,
        cell: ({ state }) => <BoxStatePill state={state} />,
      },
      { id: 'comune', header: t('comune'), sortable: false, value: ({ comune_name }) => comune_name },
      {
        id: 'power',
        header: t('box.power_kw'),
        numeric: true,
        sortable: false,
        value: ({ power_kw }) => power_kw,
      },
      {
        id: 'lights',
        header: t('box.lights'),
        numeric: true,
        decimals: 0,
        sortable: false,
        value: ({ lights }) => lights,
      },
      {
        id: 'alarms',
        header: t('box.alarms'),
        numeric: true,
        decimals: 0,
        sortable: false,
        value: ({ open_alarms }) => open_alarms,
        cell: ({ open_alarms, work_from, work_until }) =>
          work_until !== null && work_from === null ? t('work.short') : number(open_alarms, 0),
      },
      {
        id: 'heard',
        header: t('box.heard_at'),
        sortable: false,
        value: ({ heard_at }) => heard_at,
        cell: ({ heard_at }) => (heard_at === null ? t('box.never') : dateTime(heard_at)),
      },
    ],
    [t, dateTime, number],
  );
}
