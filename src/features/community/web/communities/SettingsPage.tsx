import { Button, Select } from '@mantine/core';
import { IconGauge, IconTableImport, IconUsersGroup } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormPage } from '../../../../shared/web/forms/FormPage.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { type Community, type CommunityRow, communityCalls } from '../../community.contract.ts';
import { ImportHours } from './ImportHours.tsx';
import { ImportMembers } from './ImportMembers.tsx';
import {
  AccountFields,
  MemberFields,
  MoneyFields,
  NameFields,
  PlantFields,
  SwitchFields,
} from './SettingsFields.tsx';
import { bodyOf, fieldOf, type SettingsValues, valuesOf } from './settings-form.model.ts';
import { TakeReadings } from './TakeReadings.tsx';

function Findings({ findings }: Pick<Community, 'findings'>) {
  const { t } = useTranslation('community');
  if (findings.length === 0) return null;
  return (
    <Section title={t('findings.title')}>
      {findings.map(({ code, id = '', substation = '' }) => (
        <Note key={`${code} ${id}`} tone="warning">
          {t(`findings.${code}`, { name: id, substation })}
        </Note>
      ))}
    </Section>
  );
}

function Settings({ community }: { community: Community }) {
  const { t } = useTranslation('community');
  const mayPay = useCan('community.close');
  const form = useRecordForm<typeof communityCalls.update, Community, SettingsValues>({
    call: communityCalls.update,
    params: { id: String(community.id) },
    record: community,
    words: 'community',
    toValues: valuesOf,
    toBody: (values, _changed, version) => ({ ...bodyOf(values, mayPay), version }),
    fieldOf,
  });
  return (
    <>
      <Findings findings={community.findings} />
      <FormPage form={form} label={t('settings.title')}>
        <NameFields />
        <MoneyFields />
        <AccountFields closed={!mayPay} />
        <MemberFields closed={!mayPay} />
        <PlantFields />
        <SwitchFields />
      </FormPage>
    </>
  );
}

/** What is taken over into a community, each by a dialog of its own. */
const FORMS = ['members', 'hours', 'readings'] as const;
type Form = (typeof FORMS)[number];
const TABLE = <IconTableImport size={16} aria-hidden="true" />;
const ICONS = { members: TABLE, hours: TABLE, readings: <IconGauge size={16} aria-hidden="true" /> };

/** What everybody may know of a community who may see that there is one. // spec §6: APP_0 */
function SettingsSeen({ community }: { community: CommunityRow }) {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  const percent = (value: number) => `${number(value, 2)} %`;
  const { name, description, substation, legal_form, area, zone, members, plants } = community;
  return (
    <Section title={t('settings.about')}>
      <Facts>
        <Fact label={t('field.name')}>{name}</Fact>
        <Fact label={t('field.legal_form')}>{legal_form}</Fact>
        <Fact label={t('field.substation')}>{substation}</Fact>
        <Fact label={t('field.area')}>{t(`area.${area}`)}</Fact>
        <Fact label={t('field.zone')}>{zone}</Fact>
        <Fact label={t('field.members')}>{number(members, 0)}</Fact>
        <Fact label={t('field.plants')}>{number(plants, 0)}</Fact>
        <Fact label={t('field.management_percent')}>{percent(community.management_percent)}</Fact>
        <Fact label={t('field.producers_percent')}>{percent(community.producers_percent)}</Fact>
        <Fact label={t('field.consumers_percent')}>{percent(community.consumers_percent)}</Fact>
        <Fact label={t('field.description')}>{description}</Fact>
      </Facts>
      <Note tone="muted">{t('settings.members_hidden')}</Note>
    </Section>
  );
}

/** The one that an address names; of one that is gone that it is. */
function Seen({ rows, id }: { rows: readonly CommunityRow[]; id: string | undefined }) {
  const { t } = useTranslation('community');
  const found = rows.find((row) => String(row.id) === id);
  return found ? (
    <SettingsSeen community={found} />
  ) : (
    <EmptyState icon={IconUsersGroup} title={t('settings.gone')} />
  );
}

/** A community's settings: to change for whoever may, to read for others. // spec §2, §3 */
export function SettingsPage() {
  const { t } = useTranslation('community');
  const may = useCan('community.write');
  const search: { id?: string; form?: Form } = useSearch({ strict: false });
  const navigate = useNavigate();
  const list = useCall(communityCalls.list);
  const id = search.id ?? list.data?.[0]?.id.toString();
  const community = useCall(communityCalls.get, id === undefined || !may ? null : { params: { id } });
  const open = (form?: Form) =>
    void navigate({
      to: '/apps/cerresid/energy_community/settings',
      search: { id, form } as never,
      replace: true,
    });
  const choice = (
    <Select
      label={t('settings.community')}
      data={(list.data ?? []).map(({ id: value, name }) => ({ value: String(value), label: name }))}
      value={id ?? null}
      allowDeselect={false}
      onChange={(value) =>
        void navigate({
          to: '/apps/cerresid/energy_community/settings',
          search: { id: value ?? undefined } as never,
        })
      }
    />
  );
  return (
    <Page
      title={t('settings.title')}
      subtitle={t('settings.subtitle')}
      back={<BackLink to="/apps/cerresid/energy_community">{t('title')}</BackLink>}
      actions={
        may &&
        id !== undefined &&
        FORMS.map((form) => (
          <Button key={form} variant="default" leftSection={ICONS[form]} onClick={() => open(form)}>
            {t(`import.${form}_action`)}
          </Button>
        ))
      }
    >
      <Known query={list} height={60}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={IconUsersGroup} title={t('none')} hint={t('none_hint')} />
          ) : (
            <>
              {choice}
              {may ? (
                <Known query={community} height={480}>
                  {(known) => <Settings key={known.id} community={known} />}
                </Known>
              ) : (
                <Seen rows={rows} id={id} />
              )}
              {may && id !== undefined && search.form === 'members' && (
                <ImportMembers community={Number(id)} onClose={() => open()} />
              )}
              {may && id !== undefined && search.form === 'hours' && (
                <ImportHours community={Number(id)} onClose={() => open()} />
              )}
              {may && id !== undefined && search.form === 'readings' && (
                <TakeReadings community={Number(id)} onClose={() => open()} />
              )}
            </>
          )
        }
      </Known>
    </Page>
  );
}
