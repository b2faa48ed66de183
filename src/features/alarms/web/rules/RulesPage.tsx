import { Accordion, Badge, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { mayLeave } from '../../../../shared/web/forms/use-unsaved.ts';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { EVALUATED_CODES, type EvaluatedCode } from '../../../notifications/alarm-codes.model.ts';
import type { AlarmRule, AlarmRules } from '../../alarm-rules.contract.ts';
import { lookOf } from '../../alarms.model.ts';
import { maySetRules } from '../../rule-fields.model.ts';
import { Origin } from './Origin.tsx';
import { OwnRules } from './OwnRules.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { useRuleLabels } from './rule-labels.ts';
import { RulesList } from './rules-list.ts';
import { SubjectPicker } from './SubjectPicker.tsx';
import { type SubjectSearch, useRules } from './use-rules.ts';

interface RuleChoice extends SubjectSearch {
  code?: EvaluatedCode;
}

/** Whose rules, and which is open. Another choice asks first for what is typed and not saved. */
function useChoice() {
  const { search, set } = useListState(RulesList);
  const { plant, device, code } = search;
  const subject: SubjectSearch = {
    ...(plant ? { plant } : {}),
    ...(device ? { device: Number(device) } : {}),
  };
  const go = async (next: RuleChoice) => {
    if (!(await mayLeave())) return;
    set({ plant: next.plant, device: next.device?.toString(), code: next.code });
  };
  return { subject, code, go };
}

const ITEM = {
  border: '1px solid var(--border)',
  borderRadius: 'var(--radius-card)',
  background: 'var(--surface)',
  marginTop: 8,
};

function Badges({ rule }: { rule: AlarmRule }) {
  const { t } = useTranslation('rules');
  const labels = useRuleLabels();
  const levels = new Set([rule.enabled.from, ...rule.params.map(({ from }) => from)]);
  const narrowest = (['device', 'plant', 'company'] as const).find((level) => levels.has(level));
  return (
    <Group gap={6}>
      {!rule.enabled.value && (
        <Badge variant="light" color="gray">
          {t('enabled_off')}
        </Badge>
      )}
      <Origin own={narrowest !== undefined}>{labels.from(narrowest ?? 'standard')}</Origin>
    </Group>
  );
}

function Rules(props: {
  subject: SubjectSearch;
  data: AlarmRules;
  code: EvaluatedCode | undefined;
  go: (next: RuleChoice) => void;
}) {
  const { subject, data, code, go } = props;
  const { t } = useTranslation('alarms');
  const writable = maySetRules(useCompany().roles, data.subject.level);
  const key = `${data.subject.proj_code}/${data.subject.device_id}`;
  return (
    <Accordion
      styles={{ item: ITEM, control: { borderRadius: 'var(--radius-card)' } }}
      variant="separated"
      order={2}
      value={code ?? null}
      onChange={(value) => {
        const next = EVALUATED_CODES.find((one) => one === value);
        go({ ...subject, ...(next ? { code: next } : {}) });
      }}
    >
      {data.rules.map((rule) => (
        <Accordion.Item key={rule.code} value={rule.code}>
          <Accordion.Control>
            <Group gap="6px 12px">
              <StatePill state={lookOf(rule)} />
              <Text component="span" fw={600} flex="1 1 200px">
                {t(`name.${rule.code}`)}
              </Text>
              <Badges rule={rule} />
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            {code === rule.code && <RuleEditor key={key} subject={subject} rule={rule} writable={writable} />}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

/** When alarms open and close, for the company, a plant or a device; what is chosen stands in the address. */
export function RulesPage() {
  const { t } = useTranslation('rules');
  const { subject, code, go } = useChoice();
  const { data, error, refetch } = useRules(subject);
  const { roles } = useCompany();
  const choose = (next: SubjectSearch) => void go({ ...next, ...(code ? { code } : {}) });
  return (
    <Page
      title={t('title')}
      back={<BackLink to="/apps/asset/alarms">{t('back')}</BackLink>}
      subtitle={
        <>
          {t('intro')} <a href="/alarms.md">{t('manual')}</a>
        </>
      }
    >
      <SubjectPicker subject={subject} onChange={choose} />
      {data && !maySetRules(roles, data.subject.level) && (
        <Note tone="muted" icon={IconLock}>
          {t(`locked_${data.subject.level}`)}
        </Note>
      )}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Rules subject={subject} data={data} code={code} go={(next) => void go(next)} />
      ) : (
        <Waiting heights={EVALUATED_CODES.map(() => 46)} />
      )}
      <OwnRules />
    </Page>
  );
}
