import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { CalcChoices } from '../../calculations.contract.ts';
import classes from './calc.module.css';
import { type Draft, INTERVALS_S } from './draft.model.ts';

interface Props {
  draft: Draft;
  choices: CalcChoices;
  /** Names that fit the inputs. */
  names: readonly CalcChoices['names'][number][];
  faultOf: (path: string) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}

const NEW = 'new';

/** A rhythm in words: 90 s, 5 min, 1 h, 1 d. */
export function useIntervalLabels(): (seconds: number) => string {
  const { t } = useTranslation('calc');
  return (seconds) => {
    if (seconds % 86_400 === 0) return t('every.days', { count: seconds / 86_400 });
    if (seconds % 3600 === 0) return t('every.hours', { count: seconds / 3600 });
    if (seconds % 60 === 0) return t('every.minutes', { count: seconds / 60 });
    return t('every.seconds', { count: seconds });
  };
}

function NewDevice({ draft, choices, faultOf, onChange }: Omit<Props, 'names'>) {
  const { t } = useTranslation('calc');
  const every = useIntervalLabels();
  const intervals = [...new Set([...INTERVALS_S, draft.interval_s])].toSorted((a, b) => a - b);
  return (
    <div className={classes.row}>
      <Select
        label={t('field.plant')}
        searchable
        data={choices.plants.map(({ proj_code, name }) => ({
          value: proj_code,
          label: `${name} (${proj_code})`,
        }))}
        value={draft.proj_code || null}
        error={faultOf('result.device.proj_code')}
        onChange={(proj_code) => onChange({ proj_code: proj_code ?? '' })}
      />
      <TextInput
        label={t('field.short_name')}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={draft.short_name}
        error={faultOf('result.device.short_name')}
        onChange={(event) => onChange({ short_name: event.currentTarget.value })}
      />
      <Select
        label={t('field.interval')}
        allowDeselect={false}
        data={intervals.map((seconds) => ({ value: String(seconds), label: every(seconds) }))}
        value={String(draft.interval_s)}
        error={faultOf('result.interval_s') ?? faultOf('result.device.interval_s')}
        onChange={(seconds) => onChange({ interval_s: Number(seconds ?? draft.interval_s) })}
      />
    </div>
  );
}

/** Says where results go: the virtual device and the name of the variable. */
export function ResultFields(props: Props) {
  const { draft, choices, names, faultOf, onChange } = props;
  const { t } = useTranslation('calc');
  const language = useLanguage();
  const every = useIntervalLabels();
  const devices = choices.devices.map(({ device_id, plant_name, short_name, interval_s }) => ({
    value: String(device_id),
    label: `${short_name} · ${plant_name} · ${every(interval_s)}`,
  }));
  const known = choices.devices.find(({ device_id }) => device_id === draft.device_id);
  const offered = names.some(({ name }) => name === draft.variable)
    ? names
    : [...choices.names.filter(({ name }) => name === draft.variable), ...names];
  const choose = (value: string | null) => {
    const device = choices.devices.find(({ device_id }) => String(device_id) === value);
    onChange(device ? { device_id: device.device_id, interval_s: device.interval_s } : { device_id: null });
  };
  return (
    <section className={classes.block} aria-label={t('field.result')}>
      <h2 className={classes.blockTitle}>{t('field.result')}</h2>
      <Select
        label={t('field.device')}
        description={t('field.device_hint')}
        allowDeselect={false}
        searchable
        data={[{ value: NEW, label: t('field.device_new') }, ...devices]}
        value={draft.device_id === null ? NEW : String(draft.device_id)}
        error={faultOf('result.device_id') ?? (known ? faultOf('result.interval_s') : undefined)}
        onChange={choose}
      />
      {draft.device_id === null && <NewDevice {...props} />}
      <Select
        label={t('field.variable')}
        description={t('field.variable_hint')}
        searchable
        nothingFoundMessage={t('field.variable_none')}
        data={offered.map((one) => ({
          value: one.name,
          label: [language === 'it' ? one.label_it : one.label_en, spellUnit(one.unit)]
            .filter(Boolean)
            .join(' · '),
        }))}
        value={draft.variable || null}
        error={faultOf('result.variable')}
        onChange={(variable) => onChange({ variable: variable ?? '' })}
      />
    </section>
  );
}
