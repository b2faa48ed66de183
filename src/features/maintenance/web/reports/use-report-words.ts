import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import type { MaintenanceReport } from '../../maintenance-reports.contract.ts';
import { type ReportState, reportCode } from '../../reports.model.ts';

export const lookOfReport = (state: ReportState): StateLook => (state === 'draft' ? 'warning' : 'success');

export const nameOfReport = ({ number }: Pick<MaintenanceReport, 'number'>): string => reportCode(number);

/** As many decimals as were typed. */
const decimalsOf = (value: number): number => Math.min(6, (String(value).split('.')[1] ?? '').length);

/** What reports say in the reader's language; times by the plant's clock. */
export function useReportWords() {
  const { t } = useTranslation('reports');
  const { dateTimeAt, number, euro } = useFormat();
  return {
    at: (instant: string | null, { time_zone }: Pick<MaintenanceReport, 'time_zone'>): string =>
      instant === null ? '' : dateTimeAt(instant, time_zone ?? HERE),
    state: (state: ReportState): string => t(`state.${state}`),
    hours: (hours: number | null): string => (hours === null ? '' : `${number(hours, decimalsOf(hours))} h`),
    euro: (value: number | null): string => (value === null ? '' : euro(value)),
    /** A figure with its unit. */
    figure: (value: number, unit: string): string => `${number(value, decimalsOf(value))} ${unit}`.trim(),
  };
}
