import { useTranslation } from 'react-i18next';
import { ConfirmAction } from '../../../../../shared/web/ui/ConfirmAction.tsx';
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
  return (
    <ConfirmAction
      title={t('suspend.title', { name })}
      confirm={t('actions.off')}
      words="field"
      act={suspend}
      onDone={() => toast.done(t('suspend.done', { name }))}
      onClose={onClose}
    >
      <p>{t(what === 'port' ? 'suspend.port' : 'suspend.device')}</p>
      <p className="muted">{t('suspend.meanwhile')}</p>
    </ConfirmAction>
  );
}
