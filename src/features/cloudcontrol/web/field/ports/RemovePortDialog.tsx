import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { ConfirmDialog } from '../../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { addressOf, type TreePort } from '../home/home.model.ts';
import { removePort } from '../writes.ts';

/** Asks before a port without devices is deleted. */
export function RemovePortDialog({ port, onClose }: { port: TreePort; onClose: () => void }) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const name = port.name || addressOf(port);
  const removal = useMutation({
    mutationFn: () => removePort(company, port.id),
    onSuccess: () => {
      toast.deleted(name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('port.remove_title', { name })}
      confirm={t('port.remove')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('port.remove_text')}</p>
    </ConfirmDialog>
  );
}
