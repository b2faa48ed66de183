import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';

/** Stands where an application would, when the active company does not open it to this user. */
export function NotOpen() {
  const { t } = useTranslation();
  const { name: company } = useCompany();
  return (
    <EmptyState page icon={IconLock} title={t('not_open.title')} hint={t('not_open.hint', { company })} />
  );
}
