import { Alert, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { FormPage } from '../../../shared/web/forms/FormPage.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { BackLink } from '../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { type Plant, plantsCalls } from '../plants.contract.ts';
import { ArchivedPlant } from './ArchivedPlant.public.tsx';
import { ArchivePlant } from './ArchivePlant.tsx';
import { CommonFields } from './PlantFields.tsx';

const route = getRouteApi('/portal/apps/asset/plants/$proj_code/edit');

/** What a change does to days that are reckoned already: told before it is saved. */
function Consequences({ stored }: { stored: Plant }) {
  const { t } = useTranslation('plants');
  const { time_zone, potenza_nominale } = useWatch() as Plant;
  const zone = time_zone !== stored.time_zone;
  const power = potenza_nominale !== stored.potenza_nominale;
  if (!zone && !power) return null;
  return (
    <Alert role="status" color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
      {zone && <p>{t('edit.zone_told', { from: stored.time_zone, to: time_zone })}</p>}
      {power && <p>{t('edit.power_told')}</p>}
    </Alert>
  );
}

function PlantForm({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plants');
  const form = useRecordForm({
    call: plantsCalls.update,
    params: { proj_code: plant.proj_code },
    record: plant,
    words: 'plants',
  });
  return (
    <FormPage form={form} label={t('edit.title')}>
      <TextField name="name" label={t('new.name')} required />
      <TextInput label={t('new.code')} description={t('edit.code_told')} value={plant.proj_code} readOnly />
      <CommonFields />
      <Consequences stored={form.base} />
    </FormPage>
  );
}

/** An archived plant is brought back first. Unknown and foreign plants look alike. // spec §2: error page */
function Missing({ proj_code }: { proj_code: string }) {
  const archive = useCall(plantsCalls.listArchived);
  return (
    <Known query={archive} height={220}>
      {(archived) => {
        const plant = archived.find((one) => one.proj_code === proj_code);
        if (!plant) throw new CallError(404, { code: 'not_found' });
        return <ArchivedPlant name={plant.name} />;
      }}
    </Known>
  );
}

function Found({ plants, proj_code }: { plants: readonly Plant[]; proj_code: string }) {
  const plant = plants.find((one) => one.proj_code === proj_code);
  if (!plant) return <Missing proj_code={proj_code} />;
  return (
    <>
      <PlantForm plant={plant} />
      <ArchivePlant plant={plant} />
    </>
  );
}

/** Everything of a plant that can be changed, and the way into the archive. */
export function EditPlantPage() {
  const { proj_code } = route.useParams();
  const { id_client } = useCompany();
  const { t } = useTranslation('plants');
  const plants = useCall(plantsCalls.list, { query: { codes: proj_code } });
  return (
    <Page
      key={`${id_client}/${proj_code}`}
      title={t('edit.title')}
      width={820}
      back={
        <BackLink to="/apps/asset/plants/$proj_code" params={{ proj_code }}>
          {t('edit.back')}
        </BackLink>
      }
    >
      <Known query={plants} height={520}>
        {(data) => <Found plants={data} proj_code={proj_code} />}
      </Known>
    </Page>
  );
}
