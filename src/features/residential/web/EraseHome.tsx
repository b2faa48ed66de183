import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { familyCalls } from '../family.contract.ts';
import type { HomeDetail } from '../residential.contract.ts';

/** Asks before a home's data are deleted for good, and leads back to the others. */
export function EraseHome({ home, onClose }: { home: HomeDetail; onClose: () => void }) {
  const { t } = useTranslation('residential');
  const { id_client: company } = useCompany();
  const navigate = useNavigate();
  const { name, proj_code } = home;
  return (
    <ConfirmAction
      title={t('erase.title', { name })}
      confirm={t('erase.confirm')}
      words="residential"
      act={() => send(familyCalls.erase, { params: { proj_code }, body: {}, company })}
      onDone={() => {
        toast.deleted(name);
        void navigate({ to: '/apps/cerresid/residenziale' });
      }}
      onClose={onClose}
    >
      <p>{t('erase.text')}</p>
    </ConfirmAction>
  );
}
