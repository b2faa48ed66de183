import { Button } from '@mantine/core';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { HERE } from '../../../shared/web/format/dates.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { onBlurDeferred } from '../../../shared/web/forms/on-blur.ts';
import { useRefusalSentence } from '../../../shared/web/forms/refusal.ts';
import { useSubmit } from '../../../shared/web/forms/use-submit.ts';
import { Dialog, DialogFooter } from '../../../shared/web/ui/Dialog.tsx';
import type { Plant } from '../plants.contract.ts';
import { bodyOf, type PlantValues, zonesFor } from './new-plant.model.ts';
import classes from './new-plant.module.css';
import { PlantFields } from './PlantFields.tsx';
import { askAllAnew, plantsApi } from './plants.api.ts';

const blank = (): PlantValues => ({
  name: '',
  proj_code: '',
  productionType: 'photovoltaic',
  potenza_nominale: '',
  comune: '',
  time_zone: zonesFor(HERE).first,
  latitude: '',
  longitude: '',
  tilt_deg: '',
  azimuth_deg: '',
});

interface Props {
  /** After whatever lists plants has been asked for anew. */
  onMade: (plant: Plant) => void;
  onClose: () => void;
}

/** Makes a plant; what was typed stays after any failure. */
export function NewPlantDialog({ onMade, onClose }: Props) {
  const { t } = useTranslation('plants');
  const { t: tc } = useTranslation();
  const company = useCompany().id_client;
  const formMessage = useRefusalSentence();
  const form = useForm<PlantValues>({ defaultValues: blank(), ...onBlurDeferred });
  const { submit, refusal } = useSubmit(form, {
    words: {
      fieldMessage: ({ path, message, code, params }) => {
        if (path !== 'proj_code') return message;
        return code === 'taken_archived'
          ? t('new.code_archived', { name: params?.name ?? '…' })
          : t('new.code_taken');
      },
      formMessage,
    },
    act: async (values) => {
      const plant = await plantsApi.create({ company, body: bodyOf(values) });
      await askAllAnew(company);
      onMade(plant);
    },
  });
  return (
    <Dialog title={t('new.title')} size={600} keeps onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate className={classes.form} onSubmit={submit}>
          <FormError>{refusal}</FormError>
          <PlantFields />
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              {tc('cancel')}
            </Button>
            <Button type="submit" loading={form.formState.isSubmitting}>
              {t('new.submit')}
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
    </Dialog>
  );
}
