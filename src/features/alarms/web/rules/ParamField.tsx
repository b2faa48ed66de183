import { Button, Group, NumberInput, Select, Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { AlarmRuleParam } from '../../alarm-rules.contract.ts';
import { Origin } from './Origin.tsx';
import { useRuleLabels } from './rule-labels.ts';

interface Props {
  param: AlarmRuleParam;
  /** Null: as the wider rule says. */
  own: number | null;
  /** It is not kept yet. */
  unsaved: boolean;
  fault: string | undefined;
  readOnly: boolean;
  onChange: (own: number | null) => void;
}

/** One value with its unit, where it comes from, and the way back to what the wider rule says. */
export function ParamField({ param, own, unsaved, fault, readOnly, onChange }: Props) {
  const { t } = useTranslation('rules');
  const { language, number } = useFormat();
  const labels = useRuleLabels();
  const { name, unit, wider, least: min, most: max, step, choices } = param;
  const value = own ?? wider.value;
  const decimals = step < 1 ? 1 : 0;
  const label = labels.param(name);
  const common = { label, error: fault, disabled: readOnly };
  return (
    <Stack gap={4}>
      {choices ? (
        <Select
          {...common}
          data={choices.map((choice) => ({ value: String(choice), label: labels.value(name, choice, unit) }))}
          value={String(value)}
          allowDeselect={false}
          onChange={(next) => next !== null && onChange(Number(next))}
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
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      )}
      {name === 'close_after_min' && <Muted>{t('closing_note')}</Muted>}
      <Group gap="4px 6px">
        <Origin own={own !== null}>
          {unsaved ? t('from.unsaved') : own !== null ? t('from.own') : labels.from(wider.from)}
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
            onClick={() => onChange(null)}
          >
            {t('as_wider', { value: labels.value(name, wider.value, unit), from: labels.from(wider.from) })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
