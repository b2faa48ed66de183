import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import classes from './figures.module.css';
import type { FigureLinks } from './links.ts';

interface FailureRow {
  readonly name: string;
  readonly failures: number;
  readonly repair_h: number | null;
  readonly between_h: number | null;
  readonly devices?: number;
  /** What the list of downtimes is narrowed by beside the plant and the days. */
  readonly search: object;
}

interface Props {
  title: string;
  hint: string;
  rows: readonly FailureRow[];
  links: FigureLinks;
}

/** A bar as long as its share of the longest one, within the link to its records. */
export function ShareBar({ value, most }: { value: number; most: number }) {
  const width = most > 0 ? Math.max(1, (100 * value) / most) : 0;
  return (
    <svg className={classes.bar} width="100%" height="12" aria-hidden="true">
      <rect x="0" y="1" width={`${width}%`} height="10" rx="2" fill="var(--brand)" />
    </svg>
  );
}

/** Failures by what they are grouped by, each leading to its downtimes. */
export function FailureTable({ title, hint, rows, links }: Props) {
  const { t } = useTranslation('figures');
  const { number } = useFormat();
  const most = Math.max(0, ...rows.map(({ failures }) => failures));
  const withDevices = rows.some(({ devices }) => devices !== undefined);
  const { plant, days } = links;
  const asked = (search: object) => ({ ...days, ...(plant && { plant }), ...search }) as never;
  const head = [
    t('column.name'),
    { text: t('column.share'), hidden: true },
    { text: t('column.failures'), number: true },
    ...(withDevices ? [{ text: t('column.devices'), number: true }] : []),
    { text: t('column.repair'), number: true },
    { text: t('column.between'), number: true },
  ];
  return (
    <Section title={title} hint={hint} look="table">
      {rows.length === 0 ? (
        <Muted style={{ padding: '0 16px 16px' }}>{t('no_failures')}</Muted>
      ) : (
        <PlainTable label={title} head={head} inset stacked>
          {rows.map(({ name, failures, devices, repair_h, between_h, search }) => (
            <tr key={name}>
              <th scope="row">
                <Link to="/apps/asset/downtimes" search={asked(search)} preload={false}>
                  {name}
                </Link>
              </th>
              <td width="28%" data-drawn>
                <Link
                  className={classes.link}
                  to="/apps/asset/downtimes"
                  search={asked(search)}
                  preload={false}
                  aria-label={t('open_failures', { name, count: failures })}
                >
                  <ShareBar value={failures} most={most} />
                </Link>
              </td>
              <td data-number data-label={t('column.failures')}>
                {number(failures, 0)}
              </td>
              {withDevices && (
                <td data-number data-label={t('column.devices')}>
                  {number(devices ?? null, 0)}
                </td>
              )}
              <td data-number data-label={t('column.repair')}>
                {number(repair_h, 1)}
              </td>
              <td data-number data-label={t('column.between')}>
                {number(between_h, 0)}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Section>
  );
}
