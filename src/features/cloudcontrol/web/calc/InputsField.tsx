import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { type Choices, SeriesPicker } from '../../../measurements/web/board/picker.public.ts';
import { MAX_INPUTS, type Operation } from '../../calculation.model.ts';
import classes from './calc.module.css';

interface Props {
  choices: Choices;
  operation: Operation;
  inputs: readonly string[];
  /** Of the field as a whole, and of its inputs by their place. */
  fault: string | undefined;
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

function Chosen({ choices, operation, inputs, faultOf, onChange }: Omit<Props, 'fault'>) {
  const { t } = useTranslation('calc');
  const wordsOf = useLabels(choices);
  const isDifference = operation === 'difference';
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
              <span className={classes.inputLabel}>
                {label} <span className="muted">{unit}</span>
              </span>
              <span className={classes.inputPlace}>{place}</span>
              {fault && <span className={classes.inputFault}>{fault}</span>}
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
export function InputsField({ fault, ...props }: Props) {
  const { t } = useTranslation('calc');
  const { choices, inputs, onChange } = props;
  const chosen = useMemo(() => new Set(inputs), [inputs]);
  const toggle = ({ key }: { key: string }) => {
    if (chosen.has(key)) onChange(inputs.filter((one) => one !== key));
    else if (inputs.length < MAX_INPUTS) onChange([...inputs, key]);
  };
  return (
    <section className={classes.block} aria-label={t('field.inputs')}>
      <h2 className={classes.blockTitle}>
        {t('field.inputs')} <span className="muted">{t('input.count', { count: inputs.length })}</span>
      </h2>
      <div role="alert" className={classes.alert}>
        {fault && <p className={classes.fault}>{fault}</p>}
        {inputs.length >= MAX_INPUTS && (
          <p className={classes.fault}>{t('input.most', { most: MAX_INPUTS })}</p>
        )}
      </div>
      {inputs.length > 0 && <Chosen {...props} />}
      <Suspense fallback={<Skeleton height={240} radius={8} />}>
        <div className={classes.picker}>
          <SeriesPicker choices={choices} chosen={chosen} onToggle={toggle} />
        </div>
      </Suspense>
    </section>
  );
}
