import { Button } from '@mantine/core';
import { IconCheck, IconPencil, IconPoint } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { newClientKey } from '../../../../shared/web/api/client-key.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { BackLink } from '../../../../shared/web/page/BackLink.tsx';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { FieldPlant, FieldRequest as Request } from '../../field-mode.contract.ts';
import { lookOf, nameOfRequest } from '../requests/use-request-words.ts';
import { FieldPlace } from './FieldPlace.tsx';
import type { FieldReport, Kept } from './field-mode.model.ts';

interface Props {
  request: Request;
  kept: Kept;
  reports: readonly FieldReport[];
}

function About({ request, plant }: { request: Request; plant: FieldPlant | undefined }) {
  const { t } = useTranslation('outside');
  const { t: tRequests } = useTranslation('requests');
  const { dateTimeAt } = useFormat();
  const { state, priority, due_at, estimated_min, description } = request;
  return (
    <Section
      title={t('what')}
      beside={<StatePill state={lookOf(state)} label={tRequests(`request.state.${state}`)} />}
    >
      {description !== '' && <p style={{ whiteSpace: 'pre-line' }}>{description}</p>}
      <Facts>
        <Fact label={t('priority')}>{tRequests(`request.priority.${priority}`)}</Fact>
        <Fact label={t('type')}>{request.type}</Fact>
        <Fact label={t('due')}>{due_at && plant && dateTimeAt(due_at, plant.time_zone)}</Fact>
        <Fact label={t('estimate')}>{estimated_min && tRequests(`estimate.${estimated_min}`)}</Fact>
      </Facts>
    </Section>
  );
}

/** What was ticked when the portal answered last; it is ticked where there is a network. */
function Checklist({ request: { checklist } }: Pick<Props, 'request'>) {
  const { t } = useTranslation('outside');
  const { t: tField } = useTranslation('fieldmode');
  if (checklist.length === 0) return null;
  return (
    <Section title={t('checklist')}>
      <Entries label={t('checklist')}>
        {checklist.map(({ text, done }, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
            key={index}
            icon={done ? IconCheck : IconPoint}
            name={text}
            details={done && tField('requests.done')}
          />
        ))}
      </Entries>
    </Section>
  );
}

/** Begins a report of a request, or goes on with the one that was begun here. */
function WriteButton({ request, reports }: Omit<Props, 'kept'>) {
  const { t } = useTranslation('fieldmode');
  const navigate = useNavigate();
  const begun = reports.find((one) => one.request?.id === request.id && one.place === 'writing');
  const search = { request: String(request.id), report: begun?.key ?? newClientKey() };
  return (
    <Button
      leftSection={<IconPencil size={16} aria-hidden="true" />}
      onClick={() => void navigate({ to: '/apps/asset/field-mode', search })}
    >
      {t(begun ? 'report.go_on' : 'report.write')}
    </Button>
  );
}

/** One request with all that is known of its plant, read from the device. */
export function FieldRequest({ request, kept, reports }: Props) {
  const { t } = useTranslation('fieldmode');
  const plant = kept.answer.plants.find(({ proj_code }) => proj_code === request.proj_code);
  return (
    <>
      <div>
        <BackLink to="/apps/asset/field-mode">{t('requests.back')}</BackLink>
        <h1>{nameOfRequest(request)}</h1>
      </div>
      <WriteButton request={request} reports={reports} />
      <About request={request} plant={plant} />
      <Checklist request={request} />
      {plant && <FieldPlace plant={plant} device_ids={request.device_ids} />}
    </>
  );
}
