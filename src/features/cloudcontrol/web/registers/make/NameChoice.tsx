import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../../shared/units/units.ts';
import { FieldGrid } from '../../../../../shared/web/forms/fields/FieldGroup.tsx';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { VARIABLE_KINDS } from '../../../../plants/plants.model.ts';
import { codeOf } from '../../catalogue/words-form.ts';
import { labelOf } from '../../field/device/variables/variables.model.ts';
import { useParameters } from '../../field/use-devices.ts';
import { type Chosen, nameOf } from './made.model.ts';

/** In place of a name of the catalogue. */
const FRESH = '+';

export const NOTHING_CHOSEN: Chosen = { kind: 'known', name: '' };
export const CODE = /^[a-z][a-z0-9_]{0,62}$/;

interface Props {
  chosen: Chosen;
  /** Names that the device has already. */
  taken: ReadonlySet<string>;
  tried: boolean;
  onChosen: (chosen: Chosen) => void;
}

function NewName({ chosen, taken, tried, onChosen }: Props & { chosen: Extract<Chosen, { kind: 'new' }> }) {
  const { t } = useTranslation('registers');
  const { t: tw } = useTranslation('catalogue');
  const { t: tc } = useTranslation();
  const known = useParameters().data?.names.some(({ name }) => name === chosen.code);
  const fault = () => {
    if (!tried) return undefined;
    if (known || taken.has(chosen.code)) return t('make.taken');
    return CODE.test(chosen.code) ? undefined : t('make.no_code');
  };
  return (
    <>
      <TextInput
        label={t('make.label')}
        withAsterisk
        autoComplete="off"
        maxLength={120}
        value={chosen.label}
        error={tried && chosen.label.trim() === '' ? tc('messages.required') : undefined}
        onChange={(event) => {
          const label = event.currentTarget.value;
          const follows = chosen.code === codeOf(chosen.label);
          onChosen({ ...chosen, label, code: follows ? codeOf(label) : chosen.code });
        }}
      />
      <TextInput
        label={t('make.code')}
        withAsterisk
        autoComplete="off"
        spellCheck={false}
        maxLength={63}
        value={chosen.code}
        error={fault()}
        onChange={(event) => onChosen({ ...chosen, code: event.currentTarget.value })}
      />
      <NativeSelect
        label={tw('names.kind')}
        value={chosen.of}
        data={VARIABLE_KINDS.map((value) => ({ value, label: tw(`kind.${value}`) }))}
        onChange={(event) => onChosen({ ...chosen, of: event.currentTarget.value as 'gauge' })}
      />
    </>
  );
}

/** Searches the catalogue, and offers a name that it lacks. */
export function NameChoice(props: Props) {
  const { chosen, taken, tried, onChosen } = props;
  const { t } = useTranslation('registers');
  const { t: tc } = useTranslation();
  const language = useLanguage();
  const names = useParameters().data?.names ?? [];
  const free = names.filter(({ name }) => !taken.has(name));
  return (
    <FieldGrid>
      <Select
        data-autofocus
        label={t('make.name')}
        placeholder={t('make.name_hint')}
        withAsterisk
        searchable
        limit={100}
        openOnFocus={false}
        maxDropdownHeight={240}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={t('make.not_found')}
        data={[
          { value: FRESH, label: t('make.new_name') },
          ...free.map((one) => ({
            value: one.name,
            label: [labelOf(one, language), one.name, spellUnit(one.unit)].filter(Boolean).join(' · '),
          })),
        ]}
        value={chosen.kind === 'new' ? FRESH : chosen.name || null}
        error={
          tried && nameOf(chosen) === '' && chosen.kind === 'known' ? tc('messages.required') : undefined
        }
        onChange={(name) =>
          onChosen(
            name === FRESH
              ? { kind: 'new', label: '', code: '', of: 'gauge' }
              : { kind: 'known', name: name ?? '' },
          )
        }
      />
      {chosen.kind === 'new' && <NewName {...props} chosen={chosen} />}
    </FieldGrid>
  );
}
