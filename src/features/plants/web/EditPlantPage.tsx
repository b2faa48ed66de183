import { Alert, TextInput } from '@mantine/core';
import { IconChevronLeft, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { UNKNOWN } from '../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { RecordForm } from '../../../shared/web/forms/RecordForm.tsx';
import { useRefusalSentence } from '../../../shared/web/forms/refusal.ts';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { usePageTitle } from '../../../shared/web/ui/use-page-title.ts';
import { Plant, PlantChange } from '../plants.contract.ts';
import { ArchivedPlant } from './ArchivedPlant.tsx';
import { ArchivePlant } from './ArchivePlant.tsx';
import classes from './edit-plant.module.css';
import { CommonFields } from './PlantFields.tsx';
import { changeOf, differing, type PlantEdit, reckonsAnew, valuesOf } from './plant-form.model.ts';
import { archiveQuery, askAllAnew, plantsApi, plantsQuery } from './plants.api.ts';

const route = getRouteApi('/portal/apps/asset/plants/$proj_code/edit');

const LABEL = {
  name: 'new.name',
  productionType: 'new.production',
  comune: 'new.comune',
  time_zone: 'new.time_zone',
  potenza_nominale: 'new.power',
  latitude: 'new.latitude',
  longitude: 'new.longitude',
  tilt_deg: 'new.tilt',
  azimuth_deg: 'new.azimuth',
} as const;

/** What a change does to days that are reckoned already: told before it is saved. */
function Consequences({ stored }: { stored: Plant }) {
  const { t } = useTranslation('plants');
  const values = useWatch<PlantEdit>() as PlantEdit;
  const { zone, power } = reckonsAnew(values, stored);
  if (!zone && !power) return null;
  return (
    <Alert role="status" color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
      {zone && <p>{t('edit.zone_told', { from: stored.time_zone, to: values.time_zone })}</p>}
      {power && <p>{t('edit.power_told')}</p>}
    </Alert>
  );
}

function NameAndCode({ code }: { code: string }) {
  const { t } = useTranslation('plants');
  const { register, formState } = useFormContext<PlantEdit>();
  return (
    <>
      <TextInput
        label={t('new.name')}
        withAsterisk
        maxLength={120}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <TextInput label={t('new.code')} description={t('edit.code_told')} value={code} readOnly />
    </>
  );
}

function PlantForm({ plant }: { plant: Plant }) {
  const { t } = useTranslation('plants');
  const { number } = useFormat();
  const company = useCompany().id_client;
  const formMessage = useRefusalSentence();
  const record = useRecordForm<PlantEdit, Plant>({
    record: plant,
    valuesOf,
    bodyOf: changeOf,
    body: PlantChange,
    stored: Plant,
    words: { fieldMessage: ({ message }) => message, formMessage },
    save: (values, version) =>
      plantsApi.update({
        params: { proj_code: plant.proj_code },
        body: { ...changeOf(values), version },
        company,
      }),
    onSaved: () => void askAllAnew(company),
  });
  const words = (values: PlantEdit, field: keyof PlantEdit) => {
    const value = values[field];
    if (field === 'productionType') return t(`production.${values.productionType}`);
    return typeof value === 'number' ? number(value) : value || UNKNOWN;
  };
  return (
    <RecordForm
      record={record}
      label={t('edit.title')}
      differences={(typed, theirs) =>
        differing(typed, theirs).map((field) => ({
          label: t(LABEL[field]),
          mine: words(typed, field),
          theirs: words(valuesOf(theirs), field),
        }))
      }
    >
      <NameAndCode code={plant.proj_code} />
      <CommonFields />
      <Consequences stored={record.base} />
    </RecordForm>
  );
}

/** An archived plant is brought back first. Unknown and foreign plants look alike. // spec §2: error page */
function Missing({ proj_code }: { proj_code: string }) {
  const archive = useQuery(archiveQuery(useCompany().id_client));
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
  const plants = useQuery(plantsQuery(id_client));
  usePageTitle(t('edit.title'));
  return (
    <div className={classes.page} key={`${id_client}/${proj_code}`}>
      <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} className={classes.back}>
        <IconChevronLeft size={15} stroke={1.8} aria-hidden="true" />
        {t('edit.back')}
      </Link>
      <h1>{t('edit.title')}</h1>
      <Known query={plants} height={520}>
        {(data) => <Found plants={data} proj_code={proj_code} />}
      </Known>
    </div>
  );
}
