import { Button, Group, MultiSelect, Paper, Select, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { renewed, send } from '../../../../shared/web/api/send.ts';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { useDayPicker } from '../../../../shared/web/list/use-day-picker.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { readingMarksCalls } from '../../reading-marks.contract.ts';
import { MAX_REASON } from '../../reading-marks.model.ts';
import type { Markable, MarkRequest } from './marks.model.ts';

interface Props {
  devices: readonly Markable[];
  zone: string;
  /** What the chart shows: what one sees is most likely what one means. */
  view: TimeWindow;
}

const iso = (at: number | undefined) => (at === undefined ? '' : new Date(at).toISOString());

function useMarkForm({ devices, zone, view }: Props) {
  const { t } = useTranslation('measurements');
  const company = useCompany().id_client;
  const form = useForm<MarkRequest>({
    defaultValues: {
      device_id: devices.length === 1 ? String(devices[0]?.device_id) : '',
      variables: [],
      start: writeWall(view.start_at, zone),
      end: writeWall(view.end_at, zone),
      reason: '',
    },
  });
  const sentenceOf = useRefusalSentence();
  const { submit, refusal } = useSubmit(form, {
    words: { formMessage: sentenceOf, fieldMessage: () => t('marks.refused') },
    act: async (request) => {
      await send(readingMarksCalls.create, {
        company,
        body: {
          device_id: Number(request.device_id),
          ...(request.variables.length > 0 ? { variables: request.variables } : {}),
          start: iso(instantOfWall(request.start, zone)),
          end: iso(instantOfWall(request.end, zone)),
          reason: request.reason.trim(),
        },
      });
      form.reset({ ...request, reason: '' });
      toast.saved(t('marks.made'));
      await renewed(company, readingMarksCalls.create);
    },
  });
  return { form, submit, refusal };
}

/** Declares a range of a device's readings bad. What was typed stays after any failure. */
export function MarkForm(props: Props) {
  const { devices, zone } = props;
  const { t } = useTranslation('measurements');
  const { form, submit, refusal } = useMarkForm(props);
  const { control, formState, getValues, register, setValue, watch } = form;
  const look = useDayPicker();
  const device = devices.find(({ device_id }) => String(device_id) === watch('device_id'));
  const inOrder = (end: string | null) => {
    const [from, to] = [instantOfWall(getValues('start'), zone), instantOfWall(end, zone)];
    return (from !== undefined && to !== undefined && to > from) || t('marks.end_first');
  };
  const time = (name: 'start' | 'end', validate: (value: string | null) => string | true) => (
    <Controller
      control={control}
      name={name}
      rules={{ validate }}
      render={({ field, fieldState }) => (
        <DateTimePicker
          {...look}
          label={t(`marks.${name}`)}
          valueFormat="DD/MM/YYYY HH:mm"
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
  return (
    <Paper component="form" withBorder p={16} noValidate onSubmit={submit} aria-label={t('marks.new')}>
      <Stack gap={12}>
        <FormError>{refusal}</FormError>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
          <Controller
            control={control}
            name="device_id"
            rules={{ required: t('marks.device_missing') }}
            render={({ field, fieldState }) => (
              <Select
                label={t('marks.device')}
                searchable
                allowDeselect={false}
                comboboxProps={{ withinPortal: false }}
                data={devices.map(({ device_id, short_name }) => ({
                  value: String(device_id),
                  label: short_name,
                }))}
                value={field.value || null}
                onChange={(value) => {
                  field.onChange(value ?? '');
                  setValue('variables', []);
                }}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="variables"
            render={({ field }) => (
              <MultiSelect
                label={t('marks.variables')}
                placeholder={field.value.length === 0 ? t('marks.all_variables') : ''}
                searchable
                disabled={!device}
                comboboxProps={{ withinPortal: false }}
                data={(device?.variables ?? []).map(({ name, label }) => ({ value: name, label }))}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            )}
          />
          {time('start', (value) => instantOfWall(value, zone) !== undefined || t('marks.time_missing'))}
          {time('end', inOrder)}
        </SimpleGrid>
        <Textarea
          data-autofocus
          label={t('marks.reason')}
          description={t('marks.reason_hint')}
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          error={formState.errors.reason?.message}
          {...register('reason', { validate: (text) => text.trim() !== '' || t('marks.reason_missing') })}
        />
        <Group gap={12} justify="space-between">
          <Muted style={{ flex: '1 1 240px' }}>{t('marks.promise')}</Muted>
          <Button type="submit" loading={formState.isSubmitting}>
            {t('marks.mark')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
