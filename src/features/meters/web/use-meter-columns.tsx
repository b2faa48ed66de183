import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../shared/web/page/Text.tsx';
import { RecordLink } from '../../../shared/web/record-book/RecordLink.tsx';
import type { EnergyMeter } from '../meters.contract.ts';

/** The columns of energy meters. */
export function useMeterColumns(): readonly DataColumn<EnergyMeter>[] {
  const { t } = useTranslation('meters');
  const { number, dateTime } = useFormat();
  return useMemo(
    () => [
      {
        id: 'serial_number',
        header: t('field.serial_number'),
        names: true,
        value: ({ serial_number }) => serial_number,
        cell: ({ id, serial_number, retired_at }) => (
          <>
            <RecordLink id={id}>{serial_number}</RecordLink>
            {retired_at !== null && <Muted as="div">{t('retired')}</Muted>}
          </>
        ),
      },
      {
        id: 'plant',
        header: t('field.plant'),
        value: ({ plant_name }) => plant_name,
        cell: ({ plant_name, section_name }) => (
          <>
            {plant_name}
            <Muted as="div">{section_name}</Muted>
          </>
        ),
      },
      { id: 'role', header: t('field.role'), value: ({ role }) => t(`role.${role}`) },
      { id: 'model', header: t('field.model'), value: ({ model }) => model },
      {
        id: 'constant_k',
        header: t('field.constant_k'),
        numeric: true,
        value: ({ constant_k }) => constant_k,
        cell: ({ constant_k }) => number(constant_k, 3),
      },
      {
        id: 'last_reading',
        header: t('field.last_reading'),
        numeric: true,
        value: ({ last_reading }) => last_reading,
        cell: ({ last_reading }) => number(last_reading, 3),
      },
      {
        id: 'last_at',
        header: t('field.last_at'),
        value: ({ last_at }) => last_at,
        cell: ({ last_at, time_zone }) => (
          <Nowrap>{last_at === null ? '–' : dateTime(last_at, time_zone)}</Nowrap>
        ),
        text: ({ last_at }) => last_at ?? '',
      },
    ],
    [t, number, dateTime],
  );
}
