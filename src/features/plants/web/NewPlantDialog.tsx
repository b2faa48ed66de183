import { useTranslation } from 'react-i18next';
import { renewed } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { HERE } from '../../../shared/web/format/dates.ts';
import { FormDialog } from '../../../shared/web/forms/FormDialog.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { type Plant, plantsCalls } from '../plants.contract.ts';
import { zonesFor } from './new-plant.model.ts';
import { CommonFields, NameFields } from './PlantFields.tsx';

const blank = () => ({
  name: '',
  proj_code: '',
  productionType: 'photovoltaic',
  potenza_nominale: null,
  comune: '',
  time_zone: zonesFor(HERE).first,
  latitude: null,
  longitude: null,
  tilt_deg: null,
  azimuth_deg: null,
});

interface Props {
  /** After whatever lists plants has been asked for anew. */
  onMade: (plant: Plant) => void;
  onClose: () => void;
}

/** Makes a plant; two fields must be filled, and one of these fills itself. */
export function NewPlantDialog({ onMade, onClose }: Props) {
  const { t } = useTranslation('plants');
  const company = useCompany().id_client;
  const form = useRecordForm({
    call: plantsCalls.create,
    record: blank(),
    toBody: (values) => ({ ...values, proj_code: values.proj_code.trim() }),
    words: 'plants',
    quiet: true,
    onSaved: async (plant) => {
      await renewed(company, plantsCalls.create);
      onMade(plant);
    },
  });
  return (
    <FormDialog form={form} title={t('new.title')} size={600} submit={t('new.submit')} onClose={onClose}>
      <NameFields />
      <CommonFields />
    </FormDialog>
  );
}
