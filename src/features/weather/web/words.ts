import { useTranslation } from 'react-i18next';
import { DESCRIPTIONS } from '../weather.model.ts';

/** What a description says in the reader's language; a provider's own words stay as they are. */
export function useDescribe(): (description: string) => string {
  const { t } = useTranslation('weather');
  return (description) => {
    const known = DESCRIPTIONS.find((one) => one === description.toLowerCase());
    return known ? t(`descriptions.${known}`) : description;
  };
}
