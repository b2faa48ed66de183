import { Alert, Box, Button, Fieldset, Group, SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core';
import { IconBellOff, IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { MultiSelectField } from '../../../../shared/web/forms/fields/MultiSelectField.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { SNOOZE_KINDS } from '../../snoozes.contract.ts';
import { useDayLabels } from './day-labels.ts';
import { QUICK_DAYS, type SnoozePlant, spanOf } from './snooze.model.ts';
import { type SnoozeForm, type SnoozeFormOptions, useSnoozeForm } from './use-snooze-form.ts';

interface PartProps {
  snooze: SnoozeForm;
}

function KindField({ snooze: { form, request } }: PartProps) {
  const { t } = useTranslation('snooze');
  return (
    <>
      <SegmentedControl
        aria-label={t('kind')}
        value={request.kind}
        data={SNOOZE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(value) => form.form.setValue('kind', SNOOZE_KINDS.find((one) => one === value) ?? 'mute')}
      />
      <Muted size="md">{t(request.kind === 'planned_work' ? 'what_planned' : 'what')}</Muted>
    </>
  );
}

function DaysFields({ snooze: { form, request } }: PartProps) {
  const { t } = useTranslation('snooze');
  const choose = (days: number) => {
    form.form.setValue('days', days, { shouldDirty: true });
    form.form.clearErrors('days');
  };
  return (
    <Fieldset variant="unstyled" legend={t('days')} miw={0}>
      <SimpleGrid cols={{ base: 3, sm: 6 }} spacing={6} mb={8}>
        {QUICK_DAYS.map((days) => (
          <Button
            key={days}
            size="xs"
            px={4}
            variant={request.days === days ? 'filled' : 'default'}
            aria-pressed={request.days === days}
            onClick={() => choose(days)}
          >
            {t('day_count', { count: days })}
          </Button>
        ))}
      </SimpleGrid>
      <NumberField
        name="days"
        label={t('days_free')}
        hideLabel
        placeholder={t('days_free')}
        unit={t('days_unit', { count: Number(request.days) })}
      />
    </Fieldset>
  );
}

/** The plant's clock, or that each plant goes by its own. */
function useClockHint(plants: readonly SnoozePlant[]): string | undefined {
  const { t } = useTranslation('snooze');
  const [zone, ...others] = new Set(plants.map(({ time_zone }) => time_zone));
  return others.length > 0 ? t('own_times') : zone && t('plant_time', { zone });
}

function TimesFields({ snooze: { form, request, chosen, later } }: PartProps) {
  const { t } = useTranslation('snooze');
  const description = useClockHint(chosen);
  return (
    <>
      <SegmentedControl
        aria-label={t('from')}
        value={request.starts_at === null ? 'now' : 'later'}
        onChange={(value) => form.form.setValue('starts_at', later(value === 'later'))}
        data={[
          { value: 'now', label: t('from_now') },
          { value: 'later', label: t('from_later') },
        ]}
      />
      {request.starts_at !== null && (
        <DateTimeField name="starts_at" label={t('starts')} description={description} />
      )}
      {request.kind === 'planned_work' && (
        <DateTimeField name="ends_at" label={t('ends')} description={description} />
      )}
    </>
  );
}

/** What is snoozed already: one that begins takes the place of one that is in force. */
function InForce({ snooze: { inForce, chosen } }: PartProps) {
  const { t } = useTranslation('snooze');
  const { t: tc } = useTranslation();
  const labels = useDayLabels();
  const { known, failed, snoozes, retry } = inForce;
  if (!known && failed) {
    return (
      <Alert role="alert" color="orange" variant="light" icon={<IconCloudOff size={18} />}>
        <Group gap={8}>
          {t('in_force_failed', { count: chosen.length })}
          <Button size="compact-sm" variant="default" onClick={retry}>
            {tc('retry')}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (!known) return <Skeleton height={36} radius={8} aria-busy="true" />;
  const [first] = snoozes;
  if (!first) return null;
  const until = labels(first.ends_at, first.time_zone);
  const names = snoozes.map(({ plant_name }) => plant_name).join(', ');
  return (
    <Note tone="muted" icon={IconBellOff} filled>
      {chosen.length === 1
        ? t('standing', { until, message: first.snooze_message })
        : t('standing_some', { count: snoozes.length, names })}
    </Note>
  );
}

/** What the form comes to, what it lacks, or what it waits for. // spec §5, §8 */
function Status({ snooze: { form, request, blocked, inForce, chosen, zone } }: PartProps) {
  const { t } = useTranslation('snooze');
  const labels = useDayLabels();
  const now = useNow(10_000);
  if (form.busy) return t(request.kind === 'planned_work' ? 'saving_planned' : 'saving');
  if (blocked)
    return <Muted as="span">{inForce.failed ? t('unknown') : t('looking', { count: chosen.length })}</Muted>;
  const span = spanOf(request, zone, now);
  const until = span && labels(span.end, zone);
  const from = span && labels(span.start, zone);
  const lacks = form.form.formState.isSubmitted && Object.keys(form.form.formState.errors).length > 0;
  return (
    <>
      {lacks && (
        <Note tone="alarm" role="alert">
          {t('incomplete')}
        </Note>
      )}
      {until === null ? (
        <Muted as="span">{t('until_unknown')}</Muted>
      ) : (
        <strong>
          {request.starts_at === null ? t('until', { until }) : t('from_until', { from, until })}
        </strong>
      )}
    </>
  );
}

type Props = Omit<SnoozeFormOptions, 'kind' | 'onDone'> &
  Partial<Pick<SnoozeFormOptions, 'kind'>> & { onClose: () => void };

/** Mutes the alarms of plants for some days, or for planned work by the hour, with a message. // spec §3, §4, §5 */
export function SnoozeDialog({ plants, among, kind = 'mute', onClose }: Props) {
  const { t } = useTranslation('snooze');
  const { t: ta } = useTranslation('alarms');
  const snooze = useSnoozeForm({ plants, among, kind, onDone: onClose });
  const { form, left, blocked } = snooze;
  const [only, ...others] = plants;
  const one = only !== undefined && others.length === 0;
  const named = one ? t('title', { plant: only.plant_name }) : t('title_many', { count: plants.length });
  const namesOf = (some: readonly SnoozePlant[]) => some.map(({ plant_name }) => plant_name).join(', ');
  return (
    <FormDialog
      form={form}
      title={among ? t('new') : named}
      size={520}
      submit={t('confirm')}
      blocked={blocked}
      text={
        <span role="status">
          <Status snooze={snooze} />
        </span>
      }
      onClose={onClose}
    >
      {left.length > 0 && !one && (
        <Note tone="alarm" role="alert">
          {t('left', { names: namesOf(left) })}
        </Note>
      )}
      {among && (
        <MultiSelectField
          name="plants"
          label={t('plants')}
          placeholder={snooze.chosen.length === 0 ? t('plants_hint') : ''}
          nothingFound={ta('filter.no_plant')}
          options={among.map((plant) => ({
            value: plant.proj_code,
            label: `${plant.plant_name} · ${plant.proj_code}`,
          }))}
        />
      )}
      <KindField snooze={snooze} />
      {!one && !among && (
        <Box component="p" mah={84} style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
          {namesOf(plants)}
        </Box>
      )}
      <InForce snooze={snooze} />
      {snooze.request.kind === 'mute' && <DaysFields snooze={snooze} />}
      <TimesFields snooze={snooze} />
      <TextAreaField
        name="snooze_message"
        label={t('message')}
        placeholder={t('message_hint')}
        maxLength={500}
      />
    </FormDialog>
  );
}
