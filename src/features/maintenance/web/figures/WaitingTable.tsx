import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { MaintenanceFigures } from '../../maintenance-figures.contract.ts';
import { AGES, PRIORITIES } from '../../request-states.model.ts';
import { ShareBar } from './FailureTable.tsx';
import classes from './figures.module.css';
import type { FigureLinks } from './links.ts';

type Waiting = MaintenanceFigures['waiting'];
const sumOf = (rows: Waiting): number => rows.reduce((total, { count }) => total + count, 0);

/** Requests that nobody has solved: a row for each priority, a column for each age, each figure leading to its requests. */
export function WaitingTable({ waiting, links }: { waiting: Waiting; links: FigureLinks }) {
  const { t } = useTranslation('figures');
  const { t: tr } = useTranslation('requests');
  const { number } = useFormat();
  const priorities = PRIORITIES.toReversed();
  const most = Math.max(
    0,
    ...priorities.map((one) => sumOf(waiting.filter(({ priority }) => priority === one))),
  );
  const head = [
    t('column.priority'),
    { text: t('column.share'), hidden: true },
    { text: t('column.all'), number: true },
    ...AGES.map((age) => ({ text: tr(`age.${age}`), number: true })),
  ];
  const to = (search: object) => ({
    to: '/apps/asset/maintenance-requests',
    search: { state: 'pending', ...(links.plant && { plant: links.plant }), ...search } as never,
    preload: false as const,
  });
  const cell = (count: number, search: object) =>
    count === 0 ? number(0, 0) : <Link {...to(search)}>{number(count, 0)}</Link>;
  return (
    <Section title={t('waiting.title')} hint={t('waiting.hint')} look="table">
      {waiting.length === 0 ? (
        <Muted style={{ padding: '0 16px 16px' }}>{t('waiting.none')}</Muted>
      ) : (
        <PlainTable label={t('waiting.title')} head={head} inset stacked>
          {priorities.map((priority) => {
            const own = waiting.filter((one) => one.priority === priority);
            return (
              <tr key={priority}>
                <th scope="row">{tr(`request.priority.${priority}`)}</th>
                <td width="22%" data-drawn>
                  {own.length > 0 && (
                    <Link
                      className={classes.link}
                      {...to({ priority })}
                      aria-label={t('open_waiting', {
                        name: tr(`request.priority.${priority}`),
                        count: sumOf(own),
                      })}
                    >
                      <ShareBar value={sumOf(own)} most={most} />
                    </Link>
                  )}
                </td>
                <td data-number data-label={t('column.all')}>
                  {cell(sumOf(own), { priority })}
                </td>
                {AGES.map((age) => (
                  <td key={age} data-number data-label={tr(`age.${age}`)}>
                    {cell(sumOf(own.filter((one) => one.age === age)), { priority, age })}
                  </td>
                ))}
              </tr>
            );
          })}
        </PlainTable>
      )}
    </Section>
  );
}
