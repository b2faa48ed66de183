import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MapRemark, MapReport } from '../../maps.contract.ts';
import classes from './maps.module.css';
import { useRemarkLabels } from './remark-words.ts';

/** Of each kind so many are in the page: what is wrong with forty columns is told by the first few. */
const OF_A_KIND = 8;

function kindsOf(warnings: readonly MapRemark[]): [string, MapRemark[]][] {
  const kinds = new Map<string, MapRemark[]>();
  for (const one of warnings) kinds.set(one.code, [...(kinds.get(one.code) ?? []), one]);
  return [...kinds];
}

/** What somebody should look at, kind by kind. */
export function WarningList({ report }: { report: MapReport }) {
  const { t } = useTranslation('maps');
  const words = useRemarkLabels();
  const { warnings, warnings_count } = report;
  const title = t('warnings.title', { count: warnings_count });
  return (
    <section className={classes.warnings} aria-label={title}>
      <div className={classes.warningsHead}>
        <IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" />
        <h3>{title}</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <ul className={classes.kinds} tabIndex={0} aria-label={title}>
        {kindsOf(warnings).map(([code, list]) => (
          <li key={code}>
            <ul className={classes.kind}>
              {list.slice(0, OF_A_KIND).map((one, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
                <li key={i}>
                  {one.row !== null && (
                    <>
                      <b>{words.cell(one)}</b> {one.read && <code>{one.read}</code>}{' '}
                    </>
                  )}
                  {words.what(one)}
                </li>
              ))}
            </ul>
            {list.length > OF_A_KIND && (
              <p className="muted">{t('warnings.more', { count: list.length - OF_A_KIND })}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
