import { Button, Group, NumberInput, Select, Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { AlarmRuleParam } from '../../alarm-rules.contract.ts';
import { Origin } from './Origin.tsx';
import { useRuleLabels } from './rule-labels.ts';

interface Props {
  param: AlarmRuleParam;
  /** What is kept; null: as the wider rule says. */
  stored: number | null;
  readOnly: boolean;
}

/** One value with its unit, where it comes from, and the way back to what the wider rule says. */
export function ParamField({ param, stored, readOnly }: Props) {
  const { t } = useTranslation('rules');
  const { language, number } = useFormat();
  const labels = useRuleLabels();
  const { name, unit, wider, least: min, most: max, step, choices } = param;
  const label = labels.param(name);
  const show = (one: number | null) => labels.value(name, one ?? wider.value, unit);
  const { value: own, change, input } = useFormField<number | null>({ name: `params.${name}`, label, show });
  const value = own ?? wider.value;
  const decimals = step < 1 ? 1 : 0;
  const common = { ...input, disabled: readOnly };
  return (
    <Stack gap={4}>
      {choices ? (
        <Select
          {...common}
          data={choices.map((choice) => ({ value: String(choice), label: labels.value(name, choice, unit) }))}
          value={String(value)}
          allowDeselect={false}
          onChange={(next) => next !== null && change(Number(next))}
        />
      ) : (
        <NumberInput
          {...common}
          description={t('range', {
            least: number(min, min % 1 ? 1 : 0),
            most: number(max, 0),
            unit: t(`unit.${unit}` as never),
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value}
          min={min}
          max={max}
          step={Math.max(1, step)}
          decimalScale={decimals}
          decimalSeparator={language === 'it' ? ',' : '.'}
          suffix={` ${t(`unit.${unit}` as never)}`}
          allowNegative={false}
          onChange={(next) => change(typeof next === 'number' ? next : null)}
        />
      )}
      {name === 'close_after_min' && <Muted>{t('closing_note')}</Muted>}
      <Group gap="4px 6px">
        <Origin own={own !== null}>
          {own !== stored ? t('from.unsaved') : own !== null ? t('from.own') : labels.from(wider.from)}
        </Origin>
        {own !== null && !readOnly && (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
            aria-label={t('as_wider_of', {
              label,
              value: labels.value(name, wider.value, unit),
              from: labels.from(wider.from),
            })}
            onClick={() => change(null)}
          >
            {t('as_wider', { value: labels.value(name, wider.value, unit), from: labels.from(wider.from) })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
