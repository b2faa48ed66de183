import { useTranslation } from 'react-i18next';
import type { Alarm } from '../alarms.contract.ts';

/** The sentence of an alarm in the reader's language, with the device it is about. */
export function useAlarmMessage(): (alarm: Pick<Alarm, 'code' | 'short_name'>) => string {
  const { t } = useTranslation('alarms');
  return ({ code, short_name }) => {
    const message = t(`message.${code}`);
    return short_name ? t('message_of', { message, device: short_name }) : message;
  };
}
