import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { ConfirmDialog } from '../../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../../shared/web/ui/toast.ts';

interface Props {
  /** A port is suspended with all devices behind it. */
  what: 'device' | 'port';
  name: string;
  suspend: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before the reading of a device, or of all behind a port, is suspended, and says what is lost meanwhile. */
export function SuspendDialog({ what, name, suspend, onClose }: Props) {
  const { t } = useTranslation('field');
  const { formMessage } = useErrorMessage('field');
  const suspending = useMutation({
    mutationFn: suspend,
    onSuccess: () => {
      toast.done(t('suspend.done', { name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('suspend.title', { name })}
      confirm={t('deed.off')}
      busy={suspending.isPending}
      fault={suspending.error && formMessage(suspending.error)}
      onConfirm={() => suspending.mutate()}
      onClose={onClose}
    >
      <p>{t(what === 'port' ? 'suspend.port' : 'suspend.device')}</p>
      <p className="muted">{t('suspend.meanwhile')}</p>
    </ConfirmDialog>
  );
}
