import { Button, Fieldset, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { renewed, send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { UnsavedQuestion } from '../../../../shared/web/forms/UnsavedQuestion.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type AlarmRule, alarmRulesCalls } from '../../alarm-rules.contract.ts';
import { ALARM_RULES, type RuleParam } from '../../alarm-rules.model.ts';
import { type Draft, draftOf, enabledIn, hasOwnValues, isSame, valuesIn } from './draft.model.ts';
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

function useSaveRule({ subject, rule }: Props) {
  const { id_client: company } = useCompany();
  const sentence = useRefusalSentence();
  const [state, setState] = useState<{ busy: boolean; errors: readonly FieldError[] }>({
    busy: false,
    errors: [],
  });
  const save = async (draft: Draft): Promise<boolean> => {
    setState({ busy: true, errors: [] });
    try {
      const params = { ...draft.params };
      const body = { ...subjectBody(subject), code: rule.code, enabled: draft.enabled, params };
      await send(alarmRulesCalls.setRule, { body: { ...body, version: rule.version }, company });
      await renewed(company, alarmRulesCalls.setRule);
      toast.saved();
      setState({ busy: false, errors: [] });
      return true;
    } catch (fault) {
      const errors = fault instanceof CallError ? fault.errors : [];
      setState({ busy: false, errors });
      if (errors.length === 0) toast.failed(sentence(fault));
      // What the other one saved is shown, and what stands in the form stays.
      if (fault instanceof CallError && fault.status === 409) await renewed(company, alarmRulesCalls.setRule);
      return false;
    }
  };
  return { ...state, save };
}

/** What the wider rule says already needs no choice of its own, unless it was set so. */
function isChoosable(
  option: (typeof ENABLED_OPTIONS)[number],
  shown: Draft,
  { enabled }: AlarmRule,
): boolean {
  return optionOf(shown.enabled) === option || option !== optionOf(enabled.wider.value);
}

/** One alarm's rule: whether it is looked for, its values, and what they would have raised. */
export function RuleEditor(props: Props) {
  const { subject, rule, writable } = props;
  const { t } = useTranslation('rules');
  const { dateTime } = useFormat();
  const labels = useRuleLabels();
  const [draft, setDraft] = useState<Draft | null>(null);
  const { busy, errors, save } = useSaveRule(props);
  const stored = draftOf(rule);
  const shown = draft ?? stored;
  const changed = !isSame(shown, stored);
  const faultOf = (name: string) => {
    const found = errors.find(({ path }) => path === `params.${name}`);
    return found && t(`fault.${found.code}` as never, { ...found.params, defaultValue: found.message });
  };
  const saveDraft = async (next: Draft) => {
    if (await save(next)) setDraft(null);
  };
  const wider = t(rule.enabled.wider.value ? 'looked_for' : 'not_looked_for');
  return (
    <div className={classes.editor}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) void saveDraft(shown);
        }}
      >
        <Stack gap={16}>
          <p className={classes.sentence} data-off={!enabledIn(shown, rule) || undefined}>
            {enabledIn(shown, rule)
              ? labels.sentence(rule.code, { ...allOf(rule), ...valuesIn(shown, rule) })
              : t('off')}
          </p>
          <Fieldset variant="unstyled" legend={t('enabled')} miw={0} disabled={!writable}>
            <SegmentedControl
              value={optionOf(shown.enabled)}
              disabled={!writable}
              data={ENABLED_OPTIONS.filter((value) => isChoosable(value, shown, rule)).map((value) => ({
                value,
                label:
                  value === 'wider'
                    ? t('enabled_wider', { from: labels.from(rule.enabled.wider.from), wider })
                    : t(`enabled_${value}`),
              }))}
              onChange={(option) => setDraft({ ...shown, enabled: enabledOf(option) })}
            />
          </Fieldset>
          <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing={16}>
            {rule.params.map((param) => (
              <ParamField
                key={param.name}
                param={param}
                own={shown.params[param.name] ?? null}
                unsaved={(shown.params[param.name] ?? null) !== (stored.params[param.name] ?? null)}
                fault={faultOf(param.name)}
                readOnly={!writable || !enabledIn(shown, rule)}
                onChange={(own) => setDraft({ ...shown, params: { ...shown.params, [param.name]: own } })}
              />
            ))}
          </SimpleGrid>
          {writable && (
            <Buttons>
              <Button
                type="submit"
                loading={busy}
                disabled={!changed}
                leftSection={<IconDeviceFloppy size={16} />}
              >
                {t('save')}
              </Button>
              <Button variant="default" disabled={!changed || busy} onClick={() => setDraft(null)}>
                {t('discard')}
              </Button>
              {hasOwnValues(stored) && (
                <Button
                  variant="subtle"
                  color="red"
                  disabled={busy}
                  leftSection={<IconArrowBackUp size={16} />}
                  onClick={() => void saveDraft({ enabled: null, params: {} })}
                >
                  {t('take_back')}
                </Button>
              )}
            </Buttons>
          )}
          {rule.changed_at && (
            <p className="muted">
              {t('changed', { when: dateTime(rule.changed_at, HERE), who: rule.changed_by ?? t('somebody') })}
            </p>
          )}
        </Stack>
        <UnsavedQuestion unsaved={changed && writable} />
      </form>
      {writable && <RulePreview subject={subject} code={rule.code} draft={shown} />}
    </div>
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
