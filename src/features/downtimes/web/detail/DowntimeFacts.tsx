import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { SlotParts } from '../../../../shared/web/feature/SlotParts.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { type Downtime, downtimesCalls } from '../../downtimes.contract.ts';
import { withinDowntime } from '../downtime-slot.public.ts';
import { useDowntimeWords } from '../use-words.ts';
import { LinkedAlarms } from './LinkedAlarms.tsx';
import { LossSection } from './LossSection.tsx';

interface Props {
  downtime: Downtime;
}

/** Production is back: the end of a downtime is offered, and a person confirms it. */
function ProposedStop({ downtime }: Props) {
  const { t } = useTranslation('downtimes');
  const { at } = useDowntimeWords();
  const { formMessage } = useErrorMessage('downtimes');
  const mayWrite = useCan('records.write');
  const closing = useSend(downtimesCalls.update, { onDone: () => toast.saved() });
  const { id, version, proposed_stop } = downtime;
  if (proposed_stop === null) return null;
  const when = at(proposed_stop, downtime);
  return (
    <Note tone="success">
      {t('detail.proposed', { when })}{' '}
      {mayWrite && (
        <Button
          size="xs"
          variant="default"
          loading={closing.isPending}
          onClick={() =>
            closing.mutate({ params: { id: String(id) }, body: { stop: proposed_stop, version } })
          }
        >
          {t('detail.close', { when })}
        </Button>
      )}
      {closing.error && <span role="alert">{formMessage(closing.error)}</span>}
    </Note>
  );
}

function Devices({ downtime }: Props) {
  const { what } = useDowntimeWords();
  const { extent, devices, proj_code } = downtime;
  if (extent !== 'devices') return <>{what(downtime)}</>;
  return devices.map(({ device_id, short_name }, place) => (
    <span key={device_id}>
      {place > 0 && ', '}
      <Link
        to="/apps/asset/plants/$proj_code/devices/$id"
        params={{ proj_code, id: String(device_id) }}
        preload={false}
      >
        {short_name}
      </Link>
    </span>
  ));
}

function About({ downtime }: Props) {
  const { t } = useTranslation('downtimes');
  const words = useDowntimeWords();
  const now = useNow(60_000);
  const { plant_name, proj_code, start, stop, cause, planned, percentage, percentage_by } = downtime;
  return (
    <Section title={t('detail.about')} order={3}>
      <Facts>
        <Fact label={t('column.plant')}>
          <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} preload={false}>
            {plant_name}
          </Link>{' '}
          <Muted as="span">{proj_code}</Muted>
        </Fact>
        <Fact label={t('column.what')}>
          <Devices downtime={downtime} />
        </Fact>
        <Fact label={t('column.start')}>{words.at(start, downtime)}</Fact>
        <Fact label={t('column.stop')}>
          {stop === null ? <StatePill state="warning" label={t('lasts')} /> : words.at(stop, downtime)}
        </Fact>
        <Fact label={t('column.hours')}>{words.lasted(downtime, now)}</Fact>
        <Fact label={t('column.percentage')}>
          {words.percent(percentage)}{' '}
          <Muted as="span">{t(percentage_by === 'devices' ? 'detail.by_devices' : 'detail.said')}</Muted>
        </Fact>
        <Fact label={t('column.cause')}>
          {cause.name} <Muted as="span">{t(`availability.${cause.availability}`)}</Muted>
        </Fact>
        <Fact label={t('column.planned')}>{t(planned ? 'yes' : 'no')}</Fact>
      </Facts>
      <ProposedStop downtime={downtime} />
      {downtime.notes !== '' && <p style={{ whiteSpace: 'pre-wrap' }}>{downtime.notes}</p>}
      <Recorded downtime={downtime} />
    </Section>
  );
}

function Recorded({ downtime: { created_at, created_by } }: Props) {
  const { t } = useTranslation('downtimes');
  const { dateTime } = useFormat();
  const when = dateTime(created_at);
  return (
    <Muted>
      {created_by === null
        ? t('detail.created_self', { when })
        : t('detail.created', { when, who: created_by })}
    </Muted>
  );
}

function Insurance({ downtime }: Props) {
  const { t } = useTranslation('downtimes');
  const { euro, date } = useFormat();
  const { at } = useDowntimeWords();
  const { claim_state, claim_number, insurer, amount_claimed_eur, amount_paid_eur } = downtime;
  const { reported_on, intervention, repair_cost } = downtime;
  return (
    <Section title={t('detail.insurance')} order={3}>
      <Facts>
        <Fact label={t('form.claim_state')}>{t(`claim.${claim_state}`)}</Fact>
        <Fact label={t('form.claim_number')}>{claim_number}</Fact>
        <Fact label={t('form.insurer')}>{insurer}</Fact>
        <Fact label={t('form.amount_claimed_eur')}>{euro(amount_claimed_eur)}</Fact>
        <Fact label={t('form.amount_paid_eur')}>{euro(amount_paid_eur)}</Fact>
        <Fact label={t('form.reported_on')}>{reported_on && date(reported_on)}</Fact>
        <Fact label={t('form.intervention')}>{intervention && at(intervention, downtime)}</Fact>
        <Fact label={t('form.repair_cost')}>{euro(repair_cost)}</Fact>
      </Facts>
    </Section>
  );
}

/** A downtime in full, with what its figures rest on and what it hangs together with. */
export function DowntimeFacts({ downtime }: Props) {
  return (
    <Stack gap={12}>
      <About downtime={downtime} />
      <LossSection downtime={downtime} />
      <Insurance downtime={downtime} />
      <LinkedAlarms alarms={downtime.alarms} time_zone={downtime.time_zone} />
      <SlotParts slot={withinDowntime} props={{ downtime }} height={0}>
        {null}
      </SlotParts>
    </Stack>
  );
}
