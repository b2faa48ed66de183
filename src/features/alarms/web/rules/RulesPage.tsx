import { Accordion, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { mayLeave } from '../../../../shared/web/forms/use-unsaved.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import type { AlarmRule, AlarmRules } from '../../alarm-rules.contract.ts';
import { ALARM_CODES } from '../../alarms.model.ts';
import { maySetRules } from '../../rule-fields.model.ts';
import { OwnRules } from './OwnRules.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { useRuleLabels } from './rule-labels.ts';
import classes from './rules.module.css';
import type { RulesSearch } from './rules-search.ts';
import { SubjectPicker } from './SubjectPicker.tsx';
import { type SubjectSearch, useRules } from './use-rules.ts';

const route = getRouteApi('/portal/apps/asset/alarms/rules');

function useRulesSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  /** Another subject or alarm: what is typed and not saved is asked for first. */
  const go = async (next: RulesSearch) => {
    if (await mayLeave()) await navigate({ search: next, resetScroll: false });
  };
  return { search, go };
}

function Badges({ rule }: { rule: AlarmRule }) {
  const { t } = useTranslation('rules');
  const labels = useRuleLabels();
  const levels = new Set([rule.enabled.from, ...rule.params.map(({ from }) => from)]);
  const narrowest = (['device', 'plant', 'company'] as const).find((level) => levels.has(level));
  return (
    <span className={classes.badges}>
      {!rule.enabled.value && (
        <span className={classes.badge} data-off>
          {t('enabled_off')}
        </span>
      )}
      <span className={classes.badge} data-own={narrowest !== undefined || undefined}>
        {labels.from(narrowest ?? 'standard')}
      </span>
    </span>
  );
}

function Rules(props: {
  subject: SubjectSearch;
  data: AlarmRules;
  search: RulesSearch;
  go: (next: RulesSearch) => void;
}) {
  const { subject, data, search, go } = props;
  const { t } = useTranslation('alarms');
  const writable = maySetRules(useCompany().roles, data.subject.level);
  const key = `${data.subject.proj_code}/${data.subject.device_id}`;
  return (
    <Accordion
      classNames={{ item: classes.item ?? '', control: classes.control ?? '' }}
      variant="separated"
      order={2}
      value={search.code ?? null}
      onChange={(value) => {
        const code = ALARM_CODES.find((one) => one === value);
        go({ ...subject, ...(code ? { code } : {}) });
      }}
    >
      {data.rules.map((rule) => (
        <Accordion.Item key={rule.code} value={rule.code}>
          <Accordion.Control>
            <span className={classes.head}>
              <StatePill state={rule.type === 'E' ? 'alarm' : 'warning'} />
              <span className={classes.name}>{t(`name.${rule.code}`)}</span>
              <Badges rule={rule} />
            </span>
          </Accordion.Control>
          <Accordion.Panel>
            {search.code === rule.code && (
              <RuleEditor key={key} subject={subject} rule={rule} writable={writable} />
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

/** When alarms open and close, for the company, a plant or a device; what is chosen stands in the address. */
export function RulesPage() {
  const { t } = useTranslation('rules');
  const { search, go } = useRulesSearch();
  const { plant, device } = search;
  const subject: SubjectSearch = { ...(plant ? { plant } : {}), ...(device ? { device } : {}) };
  const { data, error, refetch } = useRules(subject);
  const { roles } = useCompany();
  usePageTitle(t('title'));
  const choose = (next: SubjectSearch) => void go({ ...next, ...(search.code ? { code: search.code } : {}) });
  return (
    <div className={classes.page}>
      <header>
        <Link to="/apps/asset/alarms" className={classes.back}>
          <IconArrowLeft size={16} aria-hidden="true" />
          {t('back')}
        </Link>
        <h1>{t('title')}</h1>
        <p className="muted">
          {t('intro')}{' '}
          <a className={classes.manual} href="/alarms.md">
            {t('manual')}
          </a>
        </p>
      </header>
      <SubjectPicker subject={subject} onChange={choose} />
      {data && !maySetRules(roles, data.subject.level) && (
        <p className={classes.locked}>
          <IconLock size={16} aria-hidden="true" /> {t(`locked_${data.subject.level}`)}
        </p>
      )}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Rules subject={subject} data={data} search={search} go={(next) => void go(next)} />
      ) : (
        <div className={classes.waiting} aria-busy="true">
          {ALARM_CODES.map((code) => (
            <Skeleton key={code} height={46} radius={12} />
          ))}
        </div>
      )}
      <OwnRules />
    </div>
  );
}
