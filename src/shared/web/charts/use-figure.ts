import { decimalsFor } from '../../units/units.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { ChartSeries } from './series.model.ts';

type Of = Pick<ChartSeries, 'unit' | 'decimals' | 'says'>;

/** A value of a series as a person reads it: in words where it is a state or an event, else as a number without its unit. */
export function useFigure(
  number: (value: number, decimals: number) => string,
): (value: number, of: Of) => string {
  const language = useLanguage();
  return (value, { unit, decimals, says }) =>
    says?.(value, language) ?? number(value, decimalsFor(value, unit, decimals));
}
