import { Button, Fieldset, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormFrame } from '../../../../shared/web/forms/FormFrame.tsx';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { type AlarmRule, type AlarmRules, alarmRulesCalls } from '../../alarm-rules.contract.ts';
import { ALARM_RULES, type RuleParam } from '../../alarm-rules.model.ts';
import { type Draft, draftOf, enabledIn, hasOwnValues, valuesIn } from './draft.model.ts';
import { ParamField } from './ParamField.tsx';
import { RulePreview } from './RulePreview.tsx';
import { useRuleLabels } from './rule-labels.ts';
import classes from './rules.module.css';
import { type SubjectSearch, subjectBody } from './use-rules.ts';

interface Props {
  subject: SubjectSearch;
  rule: AlarmRule;
  writable: boolean;
}

const ENABLED_OPTIONS = ['wider', 'on', 'off'] as const;
const optionOf = (enabled: boolean | null) => (enabled === null ? 'wider' : enabled ? 'on' : 'off');
const enabledOf = (option: string) => (option === 'wider' ? null : option === 'on');

/** The rule as its form holds it. Taking it back is saving nothing of its own. */
function useRuleForm({ subject, rule }: Props) {
  const { code } = rule;
  const of = ({ rules }: AlarmRules) => rules.find((one) => one.code === code) ?? rule;
  return useRecordForm({
    call: alarmRulesCalls.setRule,
    record: rule,
    toValues: draftOf,
    toBody: (draft, _changed, version) => ({ ...draft, ...subjectBody(subject), code, version }),
    fromAnswer: of,
    fromConflict: of,
    words: 'rules',
  });
}

/** Whether it is looked for at all. */
function EnabledField({ rule, disabled }: { rule: AlarmRule; disabled: boolean }) {
  const { t } = useTranslation('rules');
  const labels = useRuleLabels();
  const wider = t(rule.enabled.wider.value ? 'looked_for' : 'not_looked_for');
  const labelOf = (enabled: boolean | null) => {
    const option = optionOf(enabled);
    return option === 'wider'
      ? t('enabled_wider', { from: labels.from(rule.enabled.wider.from), wider })
      : t(`enabled_${option}`);
  };
  const { value, change } = useFormField<boolean | null>({
    name: 'enabled',
    label: t('enabled'),
    show: labelOf,
  });
  const options = ENABLED_OPTIONS.filter((option) => isChoosable(option, value, rule));
  return (
    <Fieldset variant="unstyled" legend={t('enabled')} miw={0} disabled={disabled}>
      <SegmentedControl
        value={optionOf(value)}
        disabled={disabled}
        data={options.map((option) => ({ value: option, label: labelOf(enabledOf(option)) }))}
        onChange={(option) => change(enabledOf(option))}
      />
    </Fieldset>
  );
}

/** What the wider rule says already needs no choice of its own, unless it was set so. */
function isChoosable(
  option: (typeof ENABLED_OPTIONS)[number],
  chosen: boolean | null,
  { enabled }: AlarmRule,
): boolean {
  return optionOf(chosen) === option || option !== optionOf(enabled.wider.value);
}

/** Saves it, leaves it, or takes back everything that the subject says itself. */
function Actions({ form, stored }: { form: ReturnType<typeof useRuleForm>; stored: Draft }) {
  const { t } = useTranslation('rules');
  const { unsaved, busy } = form;
  const takeBack = () => {
    for (const name of ['enabled', ...Object.keys(stored.params).map((param) => `params.${param}` as const)])
      form.form.setValue(name as 'enabled', null, { shouldDirty: true });
    void form.submit();
  };
  return (
    <Buttons>
      <Button type="submit" loading={busy} disabled={!unsaved} leftSection={<IconDeviceFloppy size={16} />}>
        {t('save')}
      </Button>
      <Button variant="default" disabled={!unsaved || busy} onClick={form.undo}>
        {t('discard')}
      </Button>
      {hasOwnValues(stored) && (
        <Button
          variant="subtle"
          color="red"
          disabled={busy}
          leftSection={<IconArrowBackUp size={16} />}
          onClick={takeBack}
        >
          {t('take_back')}
        </Button>
      )}
    </Buttons>
  );
}

/** One alarm's rule: whether it is looked for, its values, and what they would have raised. */
export function RuleEditor(props: Props) {
  const { subject, rule, writable } = props;
  const { t } = useTranslation('rules');
  const { dateTime } = useFormat();
  const labels = useRuleLabels();
  const form = useRuleForm(props);
  const shown = form.form.watch();
  const stored = draftOf(form.base);
  const enabled = enabledIn(shown, rule);
  const sentence = () => labels.sentence(rule.code, { ...allOf(rule), ...valuesIn(shown, rule) });
  return (
    <SimpleGrid cols={{ base: 1, lg: writable ? 2 : 1 }} spacing={24}>
      <FormFrame form={form}>
        <Text className={classes.sentence ?? ''} data-off={!enabled || undefined}>
          {enabled ? sentence() : t('off')}
        </Text>
        <EnabledField rule={rule} disabled={!writable} />
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing={16}>
          {rule.params.map((param) => (
            <ParamField
              key={param.name}
              param={param}
              stored={stored.params[param.name] ?? null}
              readOnly={!writable || !enabled}
            />
          ))}
        </SimpleGrid>
        {writable && <Actions form={form} stored={stored} />}
        {rule.changed_at && (
          <Muted size="md">
            {t('changed', { when: dateTime(rule.changed_at, HERE), who: rule.changed_by ?? t('somebody') })}
          </Muted>
        )}
      </FormFrame>
      {writable && <RulePreview subject={subject} code={rule.code} draft={shown} />}
    </SimpleGrid>
  );
}

/** Values that are set at a wider place only stand in the sentence as well. */
function allOf({ code, params }: AlarmRule): Record<string, number> {
  const wide = Object.entries<RuleParam>(ALARM_RULES[code]).map(([name, { standard }]) => [name, standard]);
  return {
    ...Object.fromEntries(wide),
    ...Object.fromEntries(params.map(({ name, value }) => [name, value])),
  };
}
