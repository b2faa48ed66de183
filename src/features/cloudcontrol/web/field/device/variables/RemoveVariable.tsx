import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { ConfirmAction } from '../../../../../../shared/web/ui/ConfirmAction.tsx';
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
  const name = labelOf(variable, useLanguage());
  return (
    <ConfirmAction
      title={t('variables.remove_title', { name })}
      confirm={t('variables.remove_confirm')}
      words="field"
      act={() => removeVariable(company, variable.id, details.device.id)}
      onDone={() => toast.deleted(name)}
      onClose={onClose}
    >
      <p>{t('variables.remove_text')}</p>
    </ConfirmAction>
  );
}
