import { keepPreviousData } from '@tanstack/react-query';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { savedChartsCalls } from '../../../measurements/saved-charts.contract.ts';
import { alarmRulesCalls } from '../../alarm-rules.contract.ts';

/** Of a page of the list of everything that was set. */
export const OWN_PAGE = 25;

export interface SubjectSearch {
  plant?: string | undefined;
  device?: number | undefined;
}
const subjectQuery = ({ plant, device }: SubjectSearch) => ({
  ...(plant ? { proj_code: plant } : {}),
  ...(device ? { device_id: String(device) } : {}),
});
/** The subject as the calls that write take it. */
export const subjectBody = ({ plant, device }: SubjectSearch) => ({
  ...(plant ? { proj_code: plant } : {}),
  ...(device ? { device_id: device } : {}),
});

export const useRules = (subject: SubjectSearch) =>
  useCall(alarmRulesCalls.rules, { query: subjectQuery(subject) });

export const useOwnRules = (page: number) =>
  useCall(
    alarmRulesCalls.ownRules,
    { query: { page: String(page), page_size: String(OWN_PAGE) } },
    { placeholderData: keepPreviousData },
  );

/** Plants with their devices, to choose from. */
export const useSubjects = () => useCall(savedChartsCalls.seriesTree);
