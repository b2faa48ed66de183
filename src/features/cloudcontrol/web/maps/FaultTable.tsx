import { IconAlertOctagon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import type { MapReport } from '../../maps.contract.ts';
import classes from './maps.module.css';
import { useRemarkLabels } from './remark-words.ts';

/** So many are in the page; all that the server lists are copied. */
const SHOWN = 100;

/** Each fault with its cell, what is wrong, what was read and what to do; copied as a table for a spreadsheet. */
export function FaultTable({ report }: { report: MapReport }) {
  const { t } = useTranslation('maps');
  const { number } = useFormat();
  const words = useRemarkLabels();
  const { faults, faults_count } = report;
  const lines = faults.map((fault) => ({
    cell: words.cell(fault),
    header: fault.header ?? '',
    what: words.what(fault),
    read: fault.read ?? '',
    todo: words.todo(fault),
  }));
  const head = ['cell', 'what', 'read', 'todo'] as const;
  const copied = [
    head.map((name) => t(`faults.${name}`)),
    ...lines.map(({ cell, header, what, read, todo }) => [
      [cell, header].filter(Boolean).join(' '),
      what,
      read,
      todo,
    ]),
  ];
  return (
    <section className={classes.faults} aria-label={t('faults.title', { count: faults_count })}>
      <div className={classes.faultsHead}>
        <IconAlertOctagon size={18} stroke={1.8} aria-hidden="true" />
        <h3>{t('faults.title', { count: faults_count })}</h3>
        <CopyButton
          label={t('faults.copy')}
          text={copied.map((row) => row.map((one) => one.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')}
        />
      </div>
      <p className="muted">{t('faults.hint')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.faultBox} tabIndex={0} aria-label={t('faults.what')}>
        <table className={classes.faultTable}>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {t(`faults.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN).map(({ cell, header, what, read, todo }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
              <tr key={i}>
                <th scope="row">
                  <b>{cell}</b> <span className="muted">{header}</span>
                </th>
                <td>{what}</td>
                <td>{read === '' ? <span className="muted">–</span> : <code>{read}</code>}</td>
                <td>{todo}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {faults_count > SHOWN && (
        <p className="muted">
          {t('faults.more', {
            shown: number(Math.min(SHOWN, faults.length), 0),
            all: number(faults_count, 0),
            listed: number(faults.length, 0),
          })}
        </p>
      )}
    </section>
  );
}
