import { useTranslation } from 'react-i18next';
import type { Message } from '../bell.model.ts';

const MOST_DEVICES = 6;

/** The sentence of an alarm in the reader's language, with the devices it is about. */
export function useAlarmMessage(): (message: Message) => string {
  const { t } = useTranslation('alarms');
  return ({ code, devices }) => {
    const message = t(`message.${code}`);
    if (devices.length === 0) return message;
    const rest = devices.length - MOST_DEVICES;
    const named = devices.slice(0, MOST_DEVICES).join(', ');
    const device = rest > 0 ? `${named}, ${t('bell.more', { count: rest })}` : named;
    return t('message_of', { message, device });
  };
}
