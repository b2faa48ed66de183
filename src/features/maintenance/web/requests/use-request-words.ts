import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { StateLook } from '../../../../shared/web/theme/states.ts';
import type { MaintenanceRequest } from '../../maintenance-requests.contract.ts';
import { isOverdue, type RequestState, requestCode } from '../../request-states.model.ts';

/** The colour of a state, by who has work with it: somebody, whoever checks it, nobody. */
const LOOKS: Readonly<Record<RequestState, StateLook>> = {
  open: 'alarm',
  accepted: 'warning',
  in_progress: 'warning',
  solved: 'string',
  verified: 'success',
  closed: 'nodata',
  declined: 'snoozed',
};
export const lookOf = (state: RequestState): StateLook => LOOKS[state];

export const nameOfRequest = ({ number, title }: Pick<MaintenanceRequest, 'number' | 'title'>): string =>
  `${requestCode(number)} ${title}`;

/** What requests say in the reader's language; times by the plant's clock. */
export function useRequestWords() {
  const { t } = useTranslation('requests');
  const { dateTimeAt } = useFormat();
  return {
    at: (instant: string, { time_zone }: Pick<MaintenanceRequest, 'time_zone'>): string =>
      dateTimeAt(instant, time_zone ?? HERE),
    state: (state: RequestState): string => t(`request.state.${state}`),
    devices: ({ devices }: Pick<MaintenanceRequest, 'devices'>): string =>
      devices.map(({ name }) => name).join(', ') || t('detail.whole_plant'),
    late: (request: Pick<MaintenanceRequest, 'due_at' | 'state'>, now: number): boolean =>
      isOverdue(request, now),
  };
}
