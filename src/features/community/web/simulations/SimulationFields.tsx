import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { MoreFields } from '../../../../shared/web/ui/MoreFields.tsx';
import { communityCalls } from '../../community.contract.ts';
import { AREAS, SWITCHES, ZONES } from '../../community.model.ts';
import { MEMBER_KINDS } from '../../simulation.model.ts';
import { PERCENTS } from './parameters-form.model.ts';

const MONEY = ['eur_per_kwp', 'eur_per_battery_kwh', 'bill_eur_per_kwh', 'assumed_price'] as const;

/** How many members of each kind, when they are served, and what they use. // spec §3 */
export function MemberFields() {
  const { t } = useTranslation('simulations');
  return (
    <FieldGroup title={t('form.members')}>
      {MEMBER_KINDS.flatMap((kind) => [
        <NumberField key={kind} name={kind} label={t(`kinds.${kind}`)} />,
        <NumberField
          key={`${kind}_level`}
          name={`${kind}_level`}
          label={t('form.level_of', { kind: t(`kinds.${kind}`) })}
        />,
        <NumberField
          key={`${kind}_kwh`}
          name={`${kind}_kwh`}
          label={t('form.kwh_of', { kind: t(`kinds.${kind}`) })}
          unit="kWh"
        />,
      ])}
      <NumberField name="prosumer_kwp" label={t('form.prosumer_kwp')} unit="kWp" />
      <NumberField
        name="service_exempt"
        label={t('form.service_exempt')}
        description={t('form.service_exempt_hint')}
        unit="%"
      />
    </FieldGroup>
  );
}

/** A plant that is thought of, or one of the company's. */
export function PlantFields() {
  const { t } = useTranslation('simulations');
  const { data: plants = [] } = useCall(communityCalls.zeusPlants, {}, { staleTime: 60_000 });
  return (
    <FieldGroup title={t('form.plant')}>
      <MultiSelectField
        name="plants"
        label={t('form.existing')}
        description={t('form.existing_hint')}
        placeholder={t('form.thought_of')}
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      />
      <NumberField name="kwp" label={t('form.kwp')} unit="kWp" />
      <NumberField name="tilt_deg" label={t('form.tilt_deg')} unit="°" />
      <NumberField name="azimuth_deg" label={t('form.azimuth_deg')} unit="°" />
      <NumberField
        name="conversion_factor"
        label={t('form.conversion_factor')}
        description={t('form.conversion_hint')}
      />
      <NumberField name="battery_kwh" label={t('form.battery_kwh')} unit="kWh" />
      <NumberField
        name="grant_share"
        label={t('form.grant_share')}
        description={t('form.grant_hint')}
        unit="%"
      />
      <SelectField
        name="area"
        label={t('form.area')}
        options={AREAS.map((value) => ({ value, label: t(`area.${value}`) }))}
      />
      <SelectField
        name="zone"
        label={t('form.zone')}
        options={ZONES.map((value) => ({ value, label: value }))}
      />
    </FieldGroup>
  );
}

/** Prices and the twenty years, and the rules that can be switched. */
export function MoneyFields() {
  const { t } = useTranslation('simulations');
  // A simulation is a whole year: how months of one are judged is no question.
  const names = (Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]).filter(
    (name) => name !== 'surplus_period',
  );
  return (
    <MoreFields label={t('form.more')}>
      <FieldGroup title={t('form.money')}>
        <NumberField
          name="eur_per_kwh"
          label={t('form.eur_per_kwh')}
          description={t('form.eur_hint')}
          unit="€"
        />
        {MONEY.map((name) => (
          <NumberField key={name} name={name} label={t(`form.${name}`)} />
        ))}
        {PERCENTS.filter((name) => name !== 'grant_share' && name !== 'service_exempt').map((name) => (
          <NumberField key={name} name={name} label={t(`form.${name}`)} unit="%" />
        ))}
        <NumberField name="year" label={t('form.year')} />
      </FieldGroup>
      <FieldGroup title={t('switches.title')}>
        {names.map((name) => (
          <SelectField
            key={name}
            name={name}
            label={t(`switches.${name}.label`)}
            description={t('switches.assumption')}
            options={SWITCHES[name].map((value) => ({
              value,
              label: t(`switches.${name}.${value}` as never),
            }))}
          />
        ))}
      </FieldGroup>
    </MoreFields>
  );
}
