import { useTranslation } from 'react-i18next';
import type { Said } from '../weather.model.ts';

/** What a description says in the reader's language. */
export function useDescribe(): (description: Said) => string {
  const { t } = useTranslation('weather');
  return (description) => t(`descriptions.${description}`);
}
