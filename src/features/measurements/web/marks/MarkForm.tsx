import { Button, Group, Paper, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { renewed } from '../../../../shared/web/api/send.ts';
import { instantOfWall, writeWall } from '../../../../shared/web/charts/wall-time.ts';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormFrame } from '../../../../shared/web/forms/FormFrame.tsx';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { faultAt } from '../../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
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
  const record: MarkRequest = {
    device_id: devices.length === 1 ? (devices[0]?.device_id ?? null) : null,
    variables: [],
    start: writeWall(view.start_at, zone),
    end: writeWall(view.end_at, zone),
    reason: '',
  };
  const made = useRecordForm({
    call: readingMarksCalls.create,
    record,
    toBody: ({ variables, start, end, ...rest }) => ({
      ...rest,
      ...(variables.length > 0 ? { variables } : {}),
      start: iso(instantOfWall(start, zone)),
      end: iso(instantOfWall(end, zone)),
    }),
    check: ({ start, end }) => {
      const [from, to] = [instantOfWall(start, zone), instantOfWall(end, zone)];
      return from !== undefined && to !== undefined && to <= from ? [faultAt('end', 'not_after_start')] : [];
    },
    words: 'measurements',
    quiet: true,
    onSaved: async () => {
      made.form.reset({ ...made.form.getValues(), reason: '' });
      toast.saved(t('marks.made'));
      await renewed(company, readingMarksCalls.create);
    },
  });
  return made;
}

/** Declares a range of a device's readings bad. What was typed stays after any failure. */
export function MarkForm(props: Props) {
  const { devices } = props;
  const { t } = useTranslation('measurements');
  const made = useMarkForm(props);
  const chosen = made.form.watch('device_id');
  const device = devices.find(({ device_id }) => device_id === chosen);
  return (
    <Paper withBorder p={16}>
      <FormFrame form={made} label={t('marks.new')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
          <SelectField
            name="device_id"
            label={t('marks.device')}
            searchable
            options={devices.map(({ device_id, short_name }) => ({ value: device_id, label: short_name }))}
            onChosen={() => made.form.setValue('variables', [])}
          />
          <MultiSelectField
            name="variables"
            label={t('marks.variables')}
            placeholder={t('marks.all_variables')}
            disabled={!device}
            options={(device?.variables ?? []).map(({ name, label }) => ({ value: name, label }))}
          />
          <DateTimeField name="start" label={t('marks.start')} />
          <DateTimeField name="end" label={t('marks.end')} />
        </SimpleGrid>
        <TextAreaField
          name="reason"
          data-autofocus
          label={t('marks.reason')}
          description={t('marks.reason_hint')}
          maxLength={MAX_REASON}
        />
        <Group gap={12} justify="space-between">
          <Muted style={{ flex: '1 1 240px' }}>{t('marks.promise')}</Muted>
          <Button type="submit" loading={made.busy}>
            {t('marks.mark')}
          </Button>
        </Group>
      </FormFrame>
    </Paper>
  );
}
