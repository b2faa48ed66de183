import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import type { ImportPreview } from '../measurements.contract.ts';
import classes from './import.module.css';

const REASONS = [
  'bad_time',
  'bad_number',
  'out_of_range',
  'invalid_code',
  'duplicate',
  'before_2000',
  'not_kept',
  'in_future',
  'absent_hour',
] as const;

interface Props {
  title: string;
  bad: ImportPreview['bad'];
  count: number;
}

/** Rows that are left out, by number and with the reason; rows are counted as a spreadsheet does. */
export function BadRows({ title, bad, count }: Props) {
  const { t } = useTranslation('measurements');
  const { number } = useFormat();
  const reasonLabels = (reason: string) => {
    const known = REASONS.find((one) => one === reason);
    return known ? t(`import.reason.${known}`) : reason;
  };
  return (
    <div>
      <h3>
        {title} <span className="muted num">{number(count, 0)}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <ul className={classes.bad} tabIndex={0} aria-label={title}>
        {bad.map(({ row, column, reason }) => (
          <li key={`${row} ${column}`}>
            {column === null
              ? t('import.bad_row', { row, reason: reasonLabels(reason) })
              : t('import.bad_cell', { row, column, reason: reasonLabels(reason) })}
          </li>
        ))}
      </ul>
      {bad.length < count && (
        <Muted>{t('import.bad_more', { shown: number(bad.length, 0), all: number(count, 0) })}</Muted>
      )}
    </div>
  );
}
