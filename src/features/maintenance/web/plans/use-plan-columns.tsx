import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import type { MaintenancePlan } from '../../maintenance-plans.contract.ts';

/** How a plan's rule is said, and how far what it counts has come. */
function useRuleWords() {
  const { t } = useTranslation('plans');
  const { number } = useFormat();
  return {
    rule: ({ rule, every_n, dates }: MaintenancePlan): string =>
      rule === 'dates'
        ? t('says.dates', { count: dates.length })
        : t(`says.${rule}`, { count: every_n ?? 0, n: number(every_n, 0) }),
    progress: ({ rule, counted }: MaintenancePlan): string | null =>
      counted === null
        ? null
        : t('says.counted', {
            n: number(counted, 0),
            unit: t(rule === 'hours' ? 'unit.hours' : 'unit.energy'),
          }),
  };
}

/** The columns of plans. */
export function usePlanColumns(): readonly DataColumn<MaintenancePlan>[] {
  const { t } = useTranslation('plans');
  const { t: tr } = useTranslation('requests');
  const { date, number } = useFormat();
  const words = useRuleWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words follow the language, as `t` does
  return useMemo(
    () => [
      { id: 'name', header: t('field.name'), names: true, value: ({ name }) => name },
      {
        id: 'plant',
        header: tr('form.plant'),
        value: ({ plant }) => plant,
        cell: ({ plant, proj_code }) => (
          <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} preload={false}>
            {plant}
          </Link>
        ),
      },
      {
        id: 'rule',
        header: t('field.rule'),
        sortable: false,
        value: words.rule,
        cell: (plan) => (
          <>
            {words.rule(plan)}
            <Muted as="div">{words.progress(plan)}</Muted>
          </>
        ),
      },
      {
        id: 'next_due_on',
        header: t('field.next'),
        value: ({ next_due_on }) => next_due_on,
        cell: ({ next_due_on, active }) => {
          if (!active) return t('says.stopped');
          return next_due_on === null ? t('says.unknown') : <Nowrap>{date(next_due_on)}</Nowrap>;
        },
        text: ({ next_due_on }) => next_due_on ?? '',
      },
      { id: 'assigned_to', header: tr('form.assigned'), value: ({ assigned_to }) => assigned_to },
      {
        id: 'requests_made',
        header: t('field.requests_made'),
        numeric: true,
        value: ({ requests_made }) => requests_made,
        cell: ({ requests_made }) => number(requests_made, 0),
      },
    ],
    [t, tr],
  );
}
