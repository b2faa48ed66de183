import { IconAdjustmentsOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import type { OwnAlarmRule } from '../../alarm-rules.contract.ts';
import { ALARM_RULES, type RuleParam } from '../../alarm-rules.model.ts';
import { useRuleLabels } from './rule-labels.ts';
import { OWN_PAGE, useOwnRules } from './use-rules.ts';

const keyOf = ({ proj_code, device_id, code }: OwnAlarmRule) => `${proj_code}/${device_id}/${code}`;

function useColumns(): DataColumn<OwnAlarmRule>[] {
  const { t } = useTranslation('rules');
  const { t: alarms } = useTranslation('alarms');
  const labels = useRuleLabels();
  const { dateTime } = useFormat();
  return useMemo(
    () => [
      {
        id: 'subject',
        header: t('own.subject'),
        names: true,
        value: ({ short_name, plant_name }) => short_name ?? plant_name ?? '',
        cell: (rule) => (
          <Link
            to="/apps/asset/alarms/rules"
            search={{
              ...(rule.proj_code ? { plant: rule.proj_code } : {}),
              ...(rule.device_id ? { device: String(rule.device_id) } : {}),
              code: rule.code,
            }}
          >
            {rule.short_name ?? rule.plant_name ?? t('subject.whole_company')}
            {rule.short_name && <span className="muted"> {rule.plant_name}</span>}
          </Link>
        ),
      },
      { id: 'alarm', header: t('own.alarm'), value: ({ code }) => alarms(`name.${code}`) },
      {
        id: 'said',
        header: t('own.said'),
        long: true,
        value: ({ code }) => code,
        cell: ({ code, enabled, params }) => {
          const units: Readonly<Record<string, RuleParam>> = ALARM_RULES[code];
          const said = Object.entries(params).map(
            ([name, value]) => `${labels.param(name)}: ${labels.value(name, value, units[name]?.unit ?? '')}`,
          );
          if (enabled !== null) said.unshift(t(enabled ? 'enabled_on' : 'enabled_off'));
          return <span style={{ overflowWrap: 'anywhere' }}>{said.join(' · ')}</span>;
        },
      },
      {
        id: 'changed',
        header: t('own.changed'),
        value: ({ changed_at }) => changed_at,
        cell: ({ changed_at, changed_by }) => (
          <>
            {dateTime(changed_at, HERE)} <span className="muted">{changed_by}</span>
          </>
        ),
      },
    ],
    [t, alarms, labels, dateTime],
  );
}

/** Everything in the company that is not as the standard says. */
export function OwnRules() {
  const { t } = useTranslation('rules');
  const [shown, setPage] = useState(1);
  const { data, error, refetch, dataUpdatedAt } = useOwnRules(shown);
  const columns = useColumns();
  return (
    <Section look="plain" title={t('own.title')}>
      <DataTable
        label={t('own.title')}
        columns={columns}
        rows={data?.results}
        rowKey={keyOf}
        error={error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        search={null}
        empty={{ title: t('own.empty'), hint: t('own.empty_hint'), icon: IconAdjustmentsOff }}
        paging={{ page: shown, page_size: OWN_PAGE, count: data?.count ?? 0, onPage: setPage }}
      />
    </Section>
  );
}
