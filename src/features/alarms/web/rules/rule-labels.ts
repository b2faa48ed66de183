import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { EvaluatedCode } from '../../../notifications/alarm-codes.model.ts';
import type { RuleLevel } from '../../rule-fields.model.ts';

const HOUR_MIN = 60;
const DAY_MIN = 1440;

/** Rules in the reader's language. */
export function useRuleLabels() {
  const { t } = useTranslation('rules');
  const { number } = useFormat();
  return useMemo(() => {
    const counted = (unit: 'min' | 'hour' | 'day', count: number) =>
      t(`time.${unit}`, { count, shown: number(count, 0) });
    const minutes = (value: number): string => {
      if (value >= DAY_MIN && value % DAY_MIN === 0) return counted('day', value / DAY_MIN);
      if (value >= HOUR_MIN && value % HOUR_MIN === 0) return counted('hour', value / HOUR_MIN);
      return counted('min', value);
    };
    const shown = (name: string, value: number): string => {
      if (name.endsWith('_min')) return minutes(value);
      if (name.endsWith('_h')) return counted('hour', value);
      return number(value, Number.isInteger(value) ? 0 : 1);
    };
    return {
      minutes,
      from: (level: RuleLevel): string => t(`from.${level}`),
      param: (name: string): string => t(`param.${name}` as never),
      /** A value with its unit. */
      value: (name: string, value: number, unit: string): string =>
        unit === 'min' || unit === 'h'
          ? shown(name, value)
          : `${shown(name, value)} ${t(`unit.${unit}` as never)}`,
      /** When the alarm would open and close, in one sentence. */
      sentence: (code: EvaluatedCode, values: Readonly<Record<string, number>>): string =>
        t(
          `sentence.${code}` as never,
          Object.fromEntries(Object.entries(values).map(([n, v]) => [n, shown(n, v)])),
        ),
    };
  }, [t, number]);
}
