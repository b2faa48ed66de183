import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAP_FAULTS,
  MAP_WARNINGS,
  type MapFaultCode,
  type MapWarningCode,
} from '../../../../devices/map/map-fault.ts';
import { CallError } from '../../../../shared/contract/client.ts';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { numberText } from '../../../../shared/web/forms/number-text.model.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import type { MapRemark } from '../../maps.contract.ts';
import { MAP_FILE_FAULTS, type MapFileFault } from '../../maps.model.ts';

const isFault = (code: string): code is MapFaultCode => Object.hasOwn(MAP_FAULTS, code);
const isWarning = (code: string): code is MapWarningCode => Object.hasOwn(MAP_WARNINGS, code);
const isFileFault = (code: string | undefined): code is MapFileFault =>
  code !== undefined && Object.hasOwn(MAP_FILE_FAULTS, code);

/** A column as spreadsheets call it: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return `${rest > 0 ? columnLetters(rest) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

/** What is told of a map, in the reader's language. */
export function useRemarkLabels() {
  const { t } = useTranslation('maps');
  const { language } = useFormat();
  const sentenceOf = useRefusalSentence();
  const paramsOf = useCallback(
    (remark: MapRemark): Record<string, string | number> => {
      const said = Object.entries(remark.params).map(([name, value]) => {
        if (name === 'unit') return [name, spellUnit(String(value)) || '–'];
        return [name, typeof value === 'number' ? numberText(value, language) : value];
      });
      const params = Object.fromEntries(said) as Record<string, string | number>;
      return language === 'it' && params.label_it ? { ...params, label: params.label_it } : params;
    },
    [language],
  );
  /** A code of a newer program is told in its own English sentence. */
  const what = (remark: MapRemark): string => {
    const { code, message } = remark;
    const params = paramsOf(remark);
    if (isFault(code)) return t(`fault.${code}`, { ...params });
    return isWarning(code) ? t(`warning.${code}`, { ...params }) : message;
  };
  const todo = (remark: MapRemark): string =>
    isFault(remark.code) ? t(`todo.${remark.code}`, { ...paramsOf(remark) }) : '';
  /** "F12", as a spreadsheet has it; a row alone where the file has no such column. */
  const cell = ({ row, column }: MapRemark): string => {
    if (column !== null) return `${columnLetters(column)}${row ?? ''}`;
    return row === null ? t('faults.file') : t('faults.row', { row: String(row) });
  };
  const failure = (fault: unknown): string => {
    if (fault instanceof CallError && fault.status === 413) return t('drop.refused');
    const first = fault instanceof CallError ? fault.errors[0] : undefined;
    if (isFileFault(first?.code)) return t(`refused.${first.code}`);
    return sentenceOf(fault);
  };
  return { what, todo, cell, failure };
}
