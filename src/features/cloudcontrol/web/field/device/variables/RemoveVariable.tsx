import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../../shared/web/forms/use-error-message.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { ConfirmDialog } from '../../../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../../../shared/web/ui/toast.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import { removeVariable } from '../../writes.ts';
import { labelOf } from './variables.model.ts';

interface Props {
  variable: ConfiguredVariable;
  details: DeviceDetails;
  onClose: () => void;
}

/** Asks before a variable is deleted, and says what becomes of its readings. */
export function RemoveVariable({ variable, details, onClose }: Props) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const name = labelOf(variable, useLanguage());
  const removal = useMutation({
    mutationFn: () => removeVariable(company, variable.id, details.device.id),
    onSuccess: () => {
      toast.deleted(name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('variables.remove_title', { name })}
      confirm={t('variables.remove_confirm')}
      busy={removal.isPending}
      fault={removal.error && formMessage(removal.error)}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('variables.remove_text')}</p>
    </ConfirmDialog>
  );
}
