import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { ConfirmAction } from '../../../../../shared/web/ui/ConfirmAction.tsx';
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
  const bin = async () => {
    await binDevice(company, device.id);
    await before?.();
    forgetDevice(company, device.id);
  };
  return (
    <ConfirmAction
      title={t('bin.put_title', { name: device.name })}
      confirm={t('bin.put')}
      words="field"
      act={bin}
      onDone={() => toast.deleted(device.name)}
      onClose={onClose}
    >
      <p>{t('bin.put_text')}</p>
    </ConfirmAction>
  );
}
