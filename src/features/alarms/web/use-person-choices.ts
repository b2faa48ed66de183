import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useBelonging } from '../../../shared/web/company/context.tsx';
import { companiesCalls } from '../../companies/companies.contract.ts';

/** Those who work in the company, for the names and pictures beside an alarm. */
export const useColleagues = () => useCall(companiesCalls.listColleagues, {}, { staleTime: 60_000 });

/** Colleagues to choose from; oneself is marked. */
export function usePersonChoices(): { value: string; label: string }[] {
  const { t } = useTranslation('detail');
  const { user_id } = useBelonging();
  const { data = [] } = useColleagues();
  return data.map(({ id, name }) => ({
    value: String(id),
    label: id === user_id ? t('work.me', { name }) : name,
  }));
}
