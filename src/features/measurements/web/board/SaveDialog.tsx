import { Button, Switch, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type ChartDefinition, type OpenedChart, savedChartsCalls } from '../../saved-charts.contract.ts';
import { keepChart } from './kept-charts.ts';
import { useChartRefusals } from './refusals.ts';
import classes from './saved.module.css';

interface SaveRequest {
  name: string;
  shared: boolean;
}

interface Props {
  title: string;
  name: string;
  /** What is saved as a new chart; null where only the name is asked for. */
  definition: ChartDefinition | null;
  onNamed: (name: string) => void;
  onMade: (chart: OpenedChart) => void;
  onClose: () => void;
}

/** Asks for a chart's name, and saves it as a new one; what was typed stays after any failure. */
export function SaveDialog({ title, name, definition, onNamed, onMade, onClose }: Props) {
  const { t } = useTranslation('board');
  const { t: common } = useTranslation();
  const company = useCompany().id_client;
  const form = useForm<SaveRequest>({ mode: 'onTouched', defaultValues: { name, shared: false } });
  const { submit, refusal } = useSubmit(form, {
    words: useChartRefusals(),
    focus: 'name',
    act: async (request) => {
      const given = request.name.trim();
      if (!definition) return onNamed(given);
      const body = { ...request, name: given, definition };
      const chart = await send(savedChartsCalls.create, { body, company });
      keepChart(company, chart);
      toast.saved();
      onMade(chart);
    },
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog title={title} size={460} small keeps onClose={onClose}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <FormError>{refusal}</FormError>
        <TextInput
          data-autofocus
          label={t('save.name')}
          maxLength={120}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name', { validate: (text) => text.trim() !== '' || t('save.name_missing') })}
        />
        {definition && (
          <Switch label={t('share.switch')} description={t('share.hint')} {...form.register('shared')} />
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {t('save.save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
