import {
  Alert,
  Box,
  Button,
  Fieldset,
  Group,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Textarea,
} from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import '@mantine/dates/styles.css';
import { IconBellOff, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDayPicker } from '../../../../shared/web/list/use-day-picker.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { MAX_SNOOZE_DAYS, SNOOZE_KINDS, type SnoozeKind } from '../../snoozes.contract.ts';
import { useDayLabels } from './day-labels.ts';
import { QUICK_DAYS, type SnoozePlant, spanOf } from './snooze.model.ts';
import { type SnoozeForm, useSnoozeForm } from './use-snooze-form.ts';

function DaysFields({ form }: { form: SnoozeForm }) {
  const { t } = useTranslation('snooze');
  const fault = form.missing.includes('days');
  return (
    <Fieldset variant="unstyled" legend={t('days')} miw={0}>
      <SimpleGrid cols={{ base: 3, sm: 6 }} spacing={6} mb={8}>
        {QUICK_DAYS.map((days) => (
          <Button
            key={days}
            size="xs"
            px={4}
            variant={form.wish.days === days ? 'filled' : 'default'}
            aria-pressed={form.wish.days === days}
            onClick={() => form.change({ days })}
          >
            {t('day_count', { count: days })}
          </Button>
        ))}
      </SimpleGrid>
      <NumberInput
        aria-label={t('days_free')}
        placeholder={t('days_free')}
        value={form.wish.days}
        min={1}
        max={MAX_SNOOZE_DAYS}
        suffix={` ${t('days_unit', { count: Number(form.wish.days) })}`}
        allowDecimal={false}
        allowNegative={false}
        error={fault ? t('days_fault', { most: MAX_SNOOZE_DAYS }) : null}
        onChange={(days) => form.change({ days })}
        hideControls
      />
    </Fieldset>
  );
}

interface Props {
  form: SnoozeForm;
  plants: readonly SnoozePlant[];
}

const zonesOf = (plants: readonly SnoozePlant[]): string[] => [
  ...new Set(plants.map(({ time_zone }) => time_zone)),
];

function KindField({ form }: { form: SnoozeForm }) {
  const { t } = useTranslation('snooze');
  const { kind } = form.wish;
  return (
    <>
      <SegmentedControl
        aria-label={t('kind')}
        value={kind}
        data={SNOOZE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(value) => form.change({ kind: SNOOZE_KINDS.find((one) => one === value) ?? 'mute' })}
      />
      <p className="muted">{t(kind === 'planned_work' ? 'what_planned' : 'what')}</p>
    </>
  );
}

function EndField({ form, plants }: Props) {
  const { t } = useTranslation('snooze');
  const pickerProps = useDayPicker();
  const [zone, ...others] = zonesOf(plants);
  return (
    <DateTimePicker
      {...pickerProps}
      label={t('ends')}
      description={others.length > 0 ? t('own_times') : zone && t('plant_time', { zone })}
      valueFormat="DD/MM/YYYY HH:mm"
      value={form.wish.to}
      error={form.missing.includes('to') ? t('ends_fault') : null}
      onChange={(value) => form.change({ to: value ?? '' })}
    />
  );
}

function StartFields({ form, plants }: Props) {
  const { t } = useTranslation('snooze');
  const pickerProps = useDayPicker();
  const [zone, ...others] = zonesOf(plants);
  const { from } = form.wish;
  return (
    <Stack gap={10}>
      <SegmentedControl
        aria-label={t('from')}
        value={from === null ? 'now' : 'later'}
        onChange={(value) => form.later(value === 'later')}
        data={[
          { value: 'now', label: t('from_now') },
          { value: 'later', label: t('from_later') },
        ]}
      />
      {from !== null && (
        <DateTimePicker
          {...pickerProps}
          label={t('starts')}
          description={others.length > 0 ? t('own_times') : zone && t('plant_time', { zone })}
          valueFormat="DD/MM/YYYY HH:mm"
          value={from}
          error={form.missing.includes('from') ? t('starts_fault') : null}
          onChange={(value) => form.change({ from: value ?? '' })}
        />
      )}
    </Stack>
  );
}

/** What the wish comes to, in words, as far as it is complete. */
function Until({ form, plants }: Props) {
  const { t } = useTranslation('snooze');
  const labels = useDayLabels();
  const now = useNow(10_000);
  const [zone = 'UTC'] = zonesOf(plants);
  const span = spanOf(form.wish, zone, now);
  if (!span) return <span className="muted">{t('until_unknown')}</span>;
  const until = labels(span.end, zone);
  if (form.wish.from === null) return <strong>{t('until', { until })}</strong>;
  return <strong>{t('from_until', { from: labels(span.start, zone), until })}</strong>;
}

/** What is snoozed already: one that begins takes the place of one that is in force. */
function InForce({ form, plants }: Props) {
  const { t } = useTranslation('snooze');
  const { t: tc } = useTranslation();
  const labels = useDayLabels();
  const { known, failed, snoozes, retry } = form.inForce;
  if (!known && failed) {
    return (
      <Alert role="alert" color="orange" variant="light" icon={<IconCloudOff size={18} />}>
        <Group gap={8}>
          {t('in_force_failed', { count: plants.length })}
          <Button size="compact-sm" variant="default" onClick={retry}>
            {tc('retry')}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (!known) return <Skeleton height={36} radius={8} aria-busy="true" />;
  const [snooze] = snoozes;
  if (!snooze) return null;
  const until = labels(snooze.ends_at, snooze.time_zone);
  return (
    <Note tone="muted" icon={IconBellOff} filled>
      {plants.length === 1
        ? t('standing', { until, message: snooze.snooze_message })
        : t('standing_some', {
            count: snoozes.length,
            names: snoozes.map(({ plant_name }) => plant_name).join(', '),
          })}
    </Note>
  );
}

/** What the form comes to, or what it waits for. */
function Status({ form, plants }: Props) {
  const { t } = useTranslation('snooze');
  if (form.busy) return t(form.wish.kind === 'planned_work' ? 'saving_planned' : 'saving');
  if (!form.blocked) return <Until form={form} plants={plants} />;
  const text = form.inForce.failed ? t('unknown') : t('looking', { count: plants.length });
  return <span className="muted">{text}</span>;
}

interface DialogProps {
  /** One, or several that are snoozed alike; none while they are still to be chosen. */
  plants: readonly SnoozePlant[];
  /** To begin with; known alarms by default. */
  kind?: SnoozeKind;
  /** Where the plants are chosen here. */
  chooser?: (lacks: boolean) => ReactNode;
  onClose: () => void;
}

/** Mutes the alarms of plants for some days, or for planned work by the hour, with a message. // spec §3, §4, §5 */
export function SnoozeDialog({ plants, kind = 'mute', chooser, onClose }: DialogProps) {
  const { t } = useTranslation('snooze');
  const { t: tc } = useTranslation();
  const form = useSnoozeForm(plants, kind, onClose);
  const [only] = plants;
  const one = plants.length === 1 && only !== undefined;
  const named = one ? t('title', { plant: only.plant_name }) : t('title_many', { count: plants.length });
  const title = chooser ? t('new') : named;
  return (
    <Dialog title={title} size={520} keeps onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <Stack gap={14}>
          {chooser?.(form.lacksPlants)}
          <KindField form={form} />
          {!one && !chooser && (
            <Box component="p" mah={84} style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
              {plants.map(({ plant_name }) => plant_name).join(', ')}
            </Box>
          )}
          <InForce form={form} plants={plants} />
          <FormError>{form.refusal}</FormError>
          {form.wish.kind === 'mute' && <DaysFields form={form} />}
          <StartFields form={form} plants={plants} />
          {form.wish.kind === 'planned_work' && <EndField form={form} plants={plants} />}
          <Textarea
            label={t('message')}
            placeholder={t('message_hint')}
            autosize
            minRows={2}
            maxLength={500}
            value={form.wish.message}
            error={form.missing.includes('message') ? t('message_fault') : null}
            onChange={(event) => form.change({ message: event.currentTarget.value.replaceAll('\n', ' ') })}
          />
          <DialogFooter
            text={
              <span role="status">
                <Status form={form} plants={plants} />
              </span>
            }
          >
            <Button variant="default" onClick={onClose}>
              {tc('cancel')}
            </Button>
            <Button
              type="submit"
              loading={form.busy}
              disabled={form.blocked}
              leftSection={<IconBellOff size={16} />}
            >
              {t('confirm')}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
