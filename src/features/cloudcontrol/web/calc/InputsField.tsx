import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Ellipsis, Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { type Choices, SeriesPicker } from '../../../measurements/web/board/picker.public.ts';
import { MAX_INPUTS } from '../../calculation.model.ts';
import classes from './calc.module.css';

interface Props {
  choices: Choices;
  /** What the preview says, by field. */
  faults: ReadonlyMap<string | undefined, string>;
  onInputs: (inputs: readonly string[]) => void;
}

interface ChosenProps {
  choices: Choices;
  inputs: readonly string[];
  faultOf: (place: number) => string | undefined;
  onChange: (inputs: readonly string[]) => void;
}

function useLabels(choices: Choices) {
  const { t } = useTranslation('calc');
  const language = useLanguage();
  return (key: string) => {
    const item = choices.byKey.get(key);
    if (!item) return { label: t('input.deleted'), place: key, unit: '' };
    const label = language === 'it' ? item.label_it : item.label_en;
    return { label, place: `${item.plant_name} · ${item.owner ?? ''}`, unit: spellUnit(item.unit) };
  };
}

function Chosen({ choices, inputs, faultOf, onChange }: ChosenProps) {
  const { t } = useTranslation('calc');
  const wordsOf = useLabels(choices);
  const isDifference = useWatch({ name: 'operation' }) === 'difference';
  return (
    <ol className={classes.inputs} aria-label={t('input.chosen')}>
      {inputs.map((key, i) => {
        const { label, place, unit } = wordsOf(key);
        const fault = faultOf(i);
        const whole = `${place} · ${label}`;
        return (
          <li key={key} className={classes.input} data-fault={fault ? true : undefined}>
            {isDifference && <span className={classes.sign}>{i === 0 ? t('input.from') : '−'}</span>}
            <span className={classes.inputWords}>
              <Ellipsis>
                {label} <span className="muted">{unit}</span>
              </Ellipsis>
              <Muted as="span">
                <Ellipsis>{place}</Ellipsis>
              </Muted>
              {fault && (
                <Note tone="alarm" inline small>
                  {fault}
                </Note>
              )}
            </span>
            {isDifference && i > 0 && (
              <Tooltip label={t('input.first')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={`${t('input.first')}: ${whole}`}
                  onClick={() => onChange([key, ...inputs.filter((one) => one !== key)])}
                >
                  <IconArrowUp size={15} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label={t('input.remove')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`${t('input.remove')}: ${whole}`}
                onClick={() => onChange(inputs.filter((one) => one !== key))}
              >
                <IconX size={15} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </li>
        );
      })}
    </ol>
  );
}

/** Chooses variables of devices, and says of each what is wrong with it. */
export function InputsField({ choices, faults, onInputs }: Props) {
  const { t } = useTranslation('calc');
  const wordsOf = useLabels(choices);
  const { errors } = useFormState<{ inputs: string[] }>();
  const { value: inputs, change } = useFormField<readonly string[]>({
    name: 'inputs',
    label: t('field.inputs'),
    show: (keys) => keys.map((key) => `${wordsOf(key).place} · ${wordsOf(key).label}`).join(', '),
  });
  const chosen = useMemo(() => new Set(inputs), [inputs]);
  const choose = (next: readonly string[]) => {
    change(next);
    onInputs(next);
  };
  const toggle = ({ key }: { key: string }) => {
    if (chosen.has(key)) choose(inputs.filter((one) => one !== key));
    else if (inputs.length < MAX_INPUTS) choose([...inputs, key]);
  };
  const fault = errors.inputs?.message ?? errors.inputs?.root?.message ?? faults.get('inputs');
  const full = inputs.length >= MAX_INPUTS && t('input.most', { most: MAX_INPUTS });
  return (
    <Section title={t('field.inputs')} beside={<Muted>{t('input.count', { count: inputs.length })}</Muted>}>
      <div role="alert">
        {[fault, full].map(
          (words) =>
            words && (
              <Note key={words} tone="alarm" small>
                {words}
              </Note>
            ),
        )}
      </div>
      {inputs.length > 0 && (
        <Chosen
          choices={choices}
          inputs={inputs}
          faultOf={(place) => errors.inputs?.[place]?.message ?? faults.get(`inputs.${place}`)}
          onChange={choose}
        />
      )}
      <Suspense fallback={<Skeleton height={240} radius={8} />}>
        <div className={classes.picker}>
          <SeriesPicker choices={choices} chosen={chosen} onToggle={toggle} />
        </div>
      </Suspense>
    </Section>
  );
}
