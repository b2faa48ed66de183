import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { availabilityCalls, type PlantAvailability } from '../../availability.contract.ts';

interface Props {
  plant: Pick<PlantAvailability, 'proj_code' | 'plant_name' | 'least_irradiance_wm2'>;
  onClose: () => void;
}

/** From how much sun on a plant has to work. */
export function ThresholdForm({ plant, onClose }: Props) {
  const { t } = useTranslation('rgi');
  const { proj_code, plant_name, least_irradiance_wm2 } = plant;
  const form = useRecordForm<typeof availabilityCalls.setting, { least_irradiance_wm2: number | null }>({
    call: availabilityCalls.setting,
    params: { proj_code },
    record: { least_irradiance_wm2 },
    words: 'rgi',
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={t('threshold.title', { name: plant_name })} small onClose={onClose}>
      <NumberField name="least_irradiance_wm2" label={t('threshold.least')} unit="W/m²" required />
      <Muted>{t('threshold.hint')}</Muted>
    </FormDialog>
  );
}
