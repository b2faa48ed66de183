import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import type { Alarm } from '../alarms.contract.ts';
import type { Message } from '../bell.model.ts';
import { faultText, nameKeyOf } from '../fault-text.model.ts';

const MAX_DEVICES = 6;

/** What an alarm is called in lists, short in the reader's language, with the devices it is about. */
export function useAlarmMessage(): (message: Omit<Message, 'key'>) => string {
  const { t } = useTranslation('alarms');
  const language = useLanguage();
  return ({ code, params, devices }) => {
    const isFault = code === 'inverter_fault';
    const said = isFault ? faultText(params, language) : null;
    const name = t(nameKeyOf(code, params));
    const message = said === null ? name : `${name} – ${said}`;
    if (devices.length === 0) return message;
    const rest = devices.length - MAX_DEVICES;
    const named = devices.slice(0, MAX_DEVICES).join(', ');
    const device = rest > 0 ? `${named}, ${t('bell.more', { count: rest })}` : named;
    return t('message_of', { message, device });
  };
}

/** The sentence of one alarm without its device, which stands in a place of its own. */
export function useBareSentence(): (alarm: Pick<Alarm, 'code' | 'params'>) => string {
  const messageFor = useAlarmMessage();
  return ({ code, params }) => messageFor({ code, params, devices: [] });
}

/** The sentence of one alarm, with its device. */
export function useAlarmSentence(): (alarm: Pick<Alarm, 'code' | 'params' | 'short_name'>) => string {
  const messageFor = useAlarmMessage();
  return ({ code, params, short_name }) =>
    messageFor({ code, params, devices: short_name === null ? [] : [short_name] });
}
