import { useTranslation } from 'react-i18next';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { MARKET_ZONES } from '../../master-data.model.ts';

const TEXTS = ['pod', 'gaudi_code', 'gse_code', 'owner_name', 'address'] as const;
const DAYS = ['connected_on', 'entered_operation_on', 'incentive_until'] as const;
const LISTS = ['contracts', 'contacts', 'insurances', 'warranties'] as const;

/** What people call each field. */
export function useFieldLabels(): Record<
  (typeof TEXTS | typeof DAYS | typeof LISTS)[number] | 'market_zone' | 'notes',
  string
> {
  const { t } = useTranslation('plants');
  const labels = [...TEXTS, ...DAYS, ...LISTS, 'market_zone' as const, 'notes' as const].map((name) => [
    name,
    t(`master_data.${name}`),
  ]);
  return Object.fromEntries(labels);
}

/** What a zone of the market is called beside its code. */
export function useZoneWords(): (zone: string) => string {
  const { t } = useTranslation('plants');
  return (zone) => {
    const known = MARKET_ZONES.find((one) => one === zone);
    return known ? `${t(`master_data.zones.${known}`)} (${zone})` : zone;
  };
}

/** The zone of the market whose prices the plant's energy has. */
function ZoneField() {
  const { t } = useTranslation('plants');
  const zoneOf = useZoneWords();
  return (
    <SelectField
      name="market_zone"
      label={t('master_data.market_zone')}
      description={t('master_data.market_zone_hint')}
      options={[
        { value: '', label: t('master_data.national') },
        ...MARKET_ZONES.map((value) => ({ value, label: zoneOf(value) })),
      ]}
    />
  );
}

const ENTRIES = {
  contracts: { texts: ['kind', 'party', 'number'], days: ['begins', 'until'], required: 'kind', atMost: 20 },
  contacts: { texts: ['role', 'name', 'phone', 'email'], days: [], required: 'name', atMost: 20 },
  insurances: { texts: ['insurer', 'policy'], days: ['begins', 'until'], required: 'insurer', atMost: 20 },
  warranties: { texts: ['what', 'maker'], days: ['until'], required: 'what', atMost: 40 },
} as const;

function EntryRows({ name }: { name: (typeof LISTS)[number] }) {
  const { t } = useTranslation('plants');
  const { texts, days, required, atMost } = ENTRIES[name];
  const title = t(`master_data.${name}`);
  const blank = {
    ...Object.fromEntries(texts.map((text) => [text, ''])),
    ...Object.fromEntries(days.map((day) => [day, null])),
  };
  return (
    <RowsField
      name={name}
      title={title}
      blank={blank}
      add={t(`master_data.add.${name}`)}
      remove={(place) => t('master_data.remove_row', { title, place })}
      none={t('master_data.none')}
      atMost={atMost}
    >
      {(at) => (
        <>
          {texts.map((text) => (
            <TextField
              key={text}
              name={`${at}.${text}`}
              label={t(`master_data.entry.${text}`)}
              required={text === required}
            />
          ))}
          {days.map((day) => (
            <DateField key={day} name={`${at}.${day}`} label={t(`master_data.entry.${day}`)} />
          ))}
        </>
      )}
    </RowsField>
  );
}

/** The fields of a plant's master data. */
export function MasterDataFields() {
  const { t } = useTranslation('plants');
  const labels = useFieldLabels();
  return (
    <>
      <FieldGroup title={t('master_data.codes')}>
        <TextField name="pod" label={labels.pod} placeholder="IT001E12345678" spellCheck={false} />
        <TextField name="gaudi_code" label={labels.gaudi_code} placeholder="IM_0123456" spellCheck={false} />
        <TextField name="gse_code" label={labels.gse_code} spellCheck={false} />
        <TextField name="owner_name" label={labels.owner_name} />
        <TextField name="address" label={labels.address} />
        <ZoneField />
      </FieldGroup>
      <FieldGroup title={t('master_data.dates')}>
        {DAYS.map((day) => (
          <DateField key={day} name={day} label={labels[day]} />
        ))}
      </FieldGroup>
      {LISTS.map((name) => (
        <EntryRows key={name} name={name} />
      ))}
      <TextAreaField name="notes" label={labels.notes} />
    </>
  );
}
