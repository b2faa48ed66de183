import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { communityCalls, MAX_COMMUNITY_MEMBERS } from '../../community.contract.ts';
import { AREAS, MEMBER_BODIES, MEMBER_ROLES, SWITCHES, ZONES } from '../../community.model.ts';
import { blankMember, blankPlant } from './settings-form.model.ts';

const MAX_PLANTS = 200;

/** What the community is called, and where it stands. */
export function NameFields() {
  const { t } = useTranslation('community');
  return (
    <FieldGroup title={t('settings.about')}>
      <TextField name="name" label={t('field.name')} required />
      <TextField name="legal_form" label={t('field.legal_form')} />
      <TextField
        name="substation"
        label={t('field.substation')}
        description={t('settings.substation_hint')}
      />
      <SelectField
        name="area"
        label={t('field.area')}
        options={AREAS.map((value) => ({ value, label: t(`area.${value}`) }))}
      />
      <SelectField
        name="zone"
        label={t('field.zone')}
        options={ZONES.map((value) => ({ value, label: value }))}
      />
      <TextAreaField name="description" label={t('field.description')} maxLength={4000} />
    </FieldGroup>
  );
}

/** How its money is shared: a private agreement, not law. // spec §3 */
export function MoneyFields() {
  const { t } = useTranslation('community');
  return (
    <FieldGroup title={t('settings.money')}>
      <NumberField name="management_percent" label={t('field.management_percent')} unit="%" />
      <NumberField name="producers_percent" label={t('field.producers_percent')} unit="%" />
      <NumberField name="consumers_percent" label={t('field.consumers_percent')} unit="%" />
      <SwitchField
        name="equidistribution"
        label={t('field.equidistribution')}
        description={t('settings.equidistribution_hint')}
      />
      <SelectField
        name="surplus_to"
        label={t('field.surplus_to')}
        options={(['consumers', 'social_fund'] as const).map((value) => ({
          value,
          label: t(`surplus_to.${value}`),
        }))}
      />
    </FieldGroup>
  );
}

/** From where members are paid; `closed`: shown in part, and changed by others. */
export function AccountFields({ closed }: { closed: boolean }) {
  const { t } = useTranslation('community');
  return (
    <FieldGroup title={t('account.title')}>
      <TextField name="account.iban" label="IBAN" description={t('account.hint')} closed={closed} />
      <TextField
        name="account.holder"
        label={t('account.holder')}
        description={t('account.holder_hint')}
        closed={closed}
      />
      <TextField name="account.bic" label="BIC" description={t('account.bic_hint')} closed={closed} />
      <TextField name="account.cuc" label="CUC" description={t('account.cuc_hint')} closed={closed} />
    </FieldGroup>
  );
}

export function MemberFields({ closed }: { closed: boolean }) {
  const { t } = useTranslation('community');
  const today = dateOf(Date.now(), HERE);
  return (
    <RowsField
      name="members"
      title={t('field.members')}
      blank={blankMember(today)}
      add={t('settings.add_member')}
      remove={(place) => t('settings.remove_member', { place })}
      none={t('settings.no_members')}
      atMost={MAX_COMMUNITY_MEMBERS}
    >
      {(at) => (
        <>
          <TextField name={`${at}.name`} label={t('member.name')} required />
          <SelectField
            name={`${at}.role`}
            label={t('member.role')}
            options={MEMBER_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          />
          <SelectField
            name={`${at}.kind`}
            label={t('member.kind')}
            options={MEMBER_BODIES.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <TextField name={`${at}.pod`} label="POD" />
          <DateField name={`${at}.from_on`} label={t('member.from_on')} />
          <DateField name={`${at}.until_on`} label={t('member.until_on')} />
          <NumberField name={`${at}.level`} label={t('member.level')} />
          <TextField name={`${at}.email`} label={t('member.email')} />
          <TextField name={`${at}.iban`} label="IBAN" closed={closed} />
          <TextField name={`${at}.account_holder`} label={t('account.member_holder')} closed={closed} />
        </>
      )}
    </RowsField>
  );
}

export function PlantFields() {
  const { t } = useTranslation('community');
  const today = dateOf(Date.now(), HERE);
  const { data: plants = [] } = useCall(communityCalls.zeusPlants, {}, { staleTime: 60_000 });
  return (
    <RowsField
      name="plants"
      title={t('field.plants')}
      blank={blankPlant(today)}
      add={t('settings.add_plant')}
      remove={(place) => t('settings.remove_plant', { place })}
      none={t('settings.no_plants')}
      atMost={MAX_PLANTS}
    >
      {(at) => (
        <>
          <SelectField
            name={`${at}.proj_code`}
            label={t('settings.plant')}
            searchable
            required
            options={plants.map(({ proj_code, name }) => ({
              value: proj_code,
              label: `${name} · ${proj_code}`,
            }))}
          />
          <NumberField name={`${at}.grant_percent`} label={t('settings.grant')} unit="%" />
          <DateField name={`${at}.from_on`} label={t('member.from_on')} />
          <DateField name={`${at}.until_on`} label={t('member.until_on')} />
        </>
      )}
    </RowsField>
  );
}

/** Choices where no official text was found: each is called an assumption. */
export function SwitchFields() {
  const { t } = useTranslation('community');
  const names = Object.keys(SWITCHES) as (keyof typeof SWITCHES)[];
  return (
    <FieldGroup title={t('switches.title')}>
      {names.map((name) => (
        <SelectField
          key={name}
          name={name}
          label={t(`switches.${name}.label`)}
          description={t('switches.assumption')}
          options={SWITCHES[name].map((value) => ({ value, label: t(`switches.${name}.${value}` as never) }))}
        />
      ))}
    </FieldGroup>
  );
}
