import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import type { Tonight } from '../lighting-fields.contract.ts';
import { alikeLines, useWhy } from './use-why.ts';

/** Which times act tonight, and why. // docs/adr/0071 */
export function TonightTable({ tonight }: { tonight: Tonight }) {
  const { t } = useTranslation('lighting');
  const { time } = useFormat();
  const why = useWhy();
  return (
    <PlainTable
      label={t('tonight.title')}
      inset
      stacked
      head={[t('tonight.lines'), t('tonight.lit'), t('tonight.on_why'), t('tonight.off_why')]}
    >
      {alikeLines(tonight.lines, ({ line: _, ...rest }) => rest).map(({ numbers, one }) => (
        <tr key={numbers}>
          <th scope="row" data-label={t('tonight.lines')}>
            {numbers}
          </th>
          <td data-label={t('tonight.lit')}>
            {one.stretches.length === 0
              ? t('tonight.dark')
              : one.stretches.map(({ from, to }) => `${time(from)}–${time(to)}`).join(', ')}
          </td>
          <td data-label={t('tonight.on_why')}>{why(one.on_why)}</td>
          <td data-label={t('tonight.off_why')}>{why(one.off_why)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}
