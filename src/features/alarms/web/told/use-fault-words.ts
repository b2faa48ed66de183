import { useTranslation } from 'react-i18next';
import type { WebhookFault } from '../../webhook.model.ts';

/** Why a delivery failed, in the reader's language; what is to be done where something can be. */
export function useFaultWords(): (fault: WebhookFault) => string {
  const { t } = useTranslation('told');
  return ({ code, params }) => t(`delivery_fault.${code}`, { ...params });
}
