import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { ConfirmAction } from '../../../../../shared/web/ui/ConfirmAction.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { addressOf, type TreePort } from '../home/home.model.ts';
import { removePort } from '../writes.ts';

/** Asks before a port without devices is deleted. */
export function RemovePortDialog({ port, onClose }: { port: TreePort; onClose: () => void }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const name = port.name || addressOf(port);
  return (
    <ConfirmAction
      title={t('port.remove_title', { name })}
      confirm={t('port.remove')}
      words="field"
      act={() => removePort(company, port.id)}
      onDone={() => toast.deleted(name)}
      onClose={onClose}
    >
      <p>{t('port.remove_text')}</p>
    </ConfirmAction>
  );
}
