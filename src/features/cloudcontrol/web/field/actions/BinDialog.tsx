import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { ConfirmDialog } from '../../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { binDevice, forgetDevice } from '../writes.ts';

interface Props {
  device: { id: number; name: string };
  onClose: () => void;
  /** Leaves the page that is about to have nothing to show. */
  before?: () => Promise<unknown>;
}

/** Asks before a device goes into the bin, and says what becomes of its history. */
export function BinDialog({ device, onClose, before }: Props) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const binning = useMutation({
    mutationFn: async () => {
      await binDevice(company, device.id);
      await before?.();
      forgetDevice(company, device.id);
    },
    onSuccess: () => {
      toast.deleted(device.name);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('bin.put_title', { name: device.name })}
      confirm={t('bin.put')}
      busy={binning.isPending}
      fault={binning.error && formMessage(binning.error)}
      onConfirm={() => binning.mutate()}
      onClose={onClose}
    >
      <p>{t('bin.put_text')}</p>
    </ConfirmDialog>
  );
}
