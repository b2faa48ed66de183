import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import type { Alarm } from '../alarms.contract.ts';
import type { Message } from '../bell.model.ts';
import { faultWords, faultyGenerator } from '../fault-words.model.ts';

const MOST_DEVICES = 6;

/** The sentence of an alarm in the reader's language, with the devices it is about. */
export function useAlarmMessage(): (message: Omit<Message, 'key'>) => string {
  const { t } = useTranslation('alarms');
  const language = useLanguage();
  return ({ code, params, devices }) => {
    const isFault = code === 'inverter_fault';
    const said = isFault ? faultWords(params, language) : null;
    const sentence = isFault && faultyGenerator(params) ? t('message_generator') : t(`message.${code}`);
    const message = said === null ? sentence : `${sentence} – ${said}`;
    if (devices.length === 0) return message;
    const rest = devices.length - MOST_DEVICES;
    const named = devices.slice(0, MOST_DEVICES).join(', ');
    const device = rest > 0 ? `${named}, ${t('bell.more', { count: rest })}` : named;
    return t('message_of', { message, device });
  };
}

/** The sentence of one alarm without its device, which stands in a place of its own. */
export function useBareSentence(): (alarm: Pick<Alarm, 'code' | 'params'>) => string {
  const say = useAlarmMessage();
  return ({ code, params }) => say({ code, params, devices: [] });
}

/** The sentence of one alarm, with its device. */
export function useAlarmSentence(): (alarm: Pick<Alarm, 'code' | 'params' | 'short_name'>) => string {
  const say = useAlarmMessage();
  return ({ code, params, short_name }) =>
    say({ code, params, devices: short_name === null ? [] : [short_name] });
}
