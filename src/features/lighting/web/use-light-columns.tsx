import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import type { LightPoint } from '../lighting-fields.contract.ts';

/** Columns of light points; the server orders them. */
export function useLightColumns(): readonly DataColumn<LightPoint>[] {
  const { t } = useTranslation('lighting');
  return useMemo((): readonly DataColumn<LightPoint>[] => {
    const lit = ({ is_lit }: LightPoint) =>
      is_lit === null ? t('lights.unknown') : t(is_lit ? 'lines.on' : 'lines.off');
    return [
      { id: 'code', header: t('lights.code'), names: true, sortable: false, value: ({ code }) => code },
      {
        id: 'line',
        header: t('lines.line'),
        numeric: true,
        decimals: 0,
        sortable: false,
        value: ({ line }) => line,
      },
      {
        id: 'kind',
        header: t('lights.lamp_kind'),
        sortable: false,
        value: ({ lamp_kind }) => t(`lights.kinds.${lamp_kind}`),
      },
      {
        id: 'power',
        header: t('lights.power_w'),
        numeric: true,
        decimals: 1,
        sortable: false,
        value: ({ power_w }) => power_w,
      },
      { id: 'pole', header: t('lights.pole'), sortable: false, value: ({ pole }) => pole || null },
      { id: 'street', header: t('lights.street'), sortable: false, value: ({ street }) => street || null },
      { id: 'lit', header: t('lights.state'), sortable: false, value: lit },
      {
        id: 'reports',
        header: t('reports.open_count'),
        numeric: true,
        decimals: 0,
        sortable: false,
        value: ({ open_reports }) => open_reports,
      },
    ];
  }, [t]);
}
