import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import type { Tonight } from '../lighting-fields.contract.ts';

type LineTonight = Tonight['lines'][number];

/** Lines that are lit alike stand together. */
function alike(lines: readonly LineTonight[]): { numbers: string; one: LineTonight }[] {
  const groups = Map.groupBy(lines, ({ stretches, on_why, off_why }) =>
    JSON.stringify([stretches, on_why, off_why]),
  );
  return [...groups.values()].flatMap((group) =>
    group[0] ? [{ numbers: group.map(({ line }) => line).join(', '), one: group[0] }] : [],
  );
}

/** Which times act tonight, and why. // design/decisions.md, Municipality times */
export function TonightTable({ tonight }: { tonight: Tonight }) {
  const { t } = useTranslation('lighting');
  const { time } = useFormat();
  const why = ({ by, box, name }: LineTonight['on_why']) =>
    by === 'exception' ? t('why.exception', { name: name ?? '' }) : t(box ? `why.box_${by}` : `why.${by}`);
  return (
    <PlainTable
      label={t('tonight.title')}
      inset
      stacked
      head={[t('tonight.lines'), t('tonight.lit'), t('tonight.on_why'), t('tonight.off_why')]}
    >
      {alike(tonight.lines).map(({ numbers, one }) => (
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
