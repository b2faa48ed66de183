import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Fact, Facts } from '../../../../shared/web/page/Facts.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { OutsideRequest } from '../../outside-requests.contract.ts';
import { mapOf } from '../map-link.ts';
import { lookOf } from '../requests/use-request-words.ts';
import { useOutside } from './use-outside.ts';

interface Props {
  token: string;
  request: OutsideRequest;
}

function Place({ request }: { request: OutsideRequest }) {
  const { t } = useTranslation('outside');
  const { plant, address, latitude } = request;
  return (
    <>
      {plant}
      {address !== '' && `, ${address}`}{' '}
      {latitude !== null && (
        <a href={mapOf(request)} target="_blank" rel="noreferrer">
          {t('map')}
        </a>
      )}
    </>
  );
}

function Decline({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('requests');
  const { moving } = useOutside(token);
  const form = useActionForm({
    values: { note: '' },
    words: 'requests',
    focus: 'note',
    act: async ({ note }) => {
      await moving.mutateAsync({ params: { token }, body: { to: 'declined', note } });
      onClose();
    },
  });
  return (
    <Dialog title={t('action.declined')} small keeps onClose={onClose}>
      <ActionForm form={form} label={t('action.declined')}>
        <TextAreaField name="note" label={t('move.note')} maxLength={500} />
        <ActionButtons form={form} submit={t('action.declined')} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}

function Steps({ token, request }: Props) {
  const { t } = useTranslation('requests');
  const { t: tOutside } = useTranslation('outside');
  const { formMessage } = useErrorMessage('requests');
  const { moving } = useOutside(token);
  const [declining, setDeclining] = useState(false);
  const { next_states } = request;
  if (next_states.length === 0) return <Muted>{tOutside('settled')}</Muted>;
  const steps = (['accepted', 'in_progress', 'solved'] as const).filter((to) => next_states.includes(to));
  return (
    <>
      <Buttons>
        {steps.map((to, place) => (
          <Button
            key={to}
            variant={place === 0 ? 'filled' : 'light'}
            loading={moving.isPending && moving.variables?.body?.to === to}
            onClick={() => moving.mutate({ params: { token }, body: { to } })}
          >
            {t(`action.${to}`)}
          </Button>
        ))}
        {next_states.includes('declined') && (
          <Button variant="default" onClick={() => setDeclining(true)}>
            {t('action.declined')}
          </Button>
        )}
      </Buttons>
      <FormError>{moving.error && formMessage(moving.error)}</FormError>
      {declining && <Decline token={token} onClose={() => setDeclining(false)} />}
    </>
  );
}

function Checklist({ token, request }: Props) {
  const { t } = useTranslation('outside');
  const { ticking } = useOutside(token);
  if (request.checklist.length === 0) return null;
  return (
    <Section title={t('checklist')}>
      {request.checklist.map(({ text, done }, index) => (
        <Checkbox
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
          key={index}
          label={text}
          checked={done}
          disabled={ticking.isPending}
          onChange={(event) =>
            ticking.mutate({ params: { token }, body: { index, text, done: event.currentTarget.checked } })
          }
        />
      ))}
    </Section>
  );
}

/** What is asked of the firm, and what it answers. */
export function OutsideWork({ token, request }: Props) {
  const { t } = useTranslation('outside');
  const { t: tRequests } = useTranslation('requests');
  const { dateTimeAt } = useFormat();
  const { state, priority, due_at, time_zone, estimated_min, devices, description, expires_at, firm } =
    request;
  return (
    <>
      <Section
        title={t('what')}
        beside={<StatePill state={lookOf(state)} label={tRequests(`request.state.${state}`)} />}
      >
        {description !== '' && <p style={{ whiteSpace: 'pre-line' }}>{description}</p>}
        <Facts>
          <Fact label={t('place')}>
            <Place request={request} />
          </Fact>
          <Fact label={t('priority')}>{tRequests(`request.priority.${priority}`)}</Fact>
          <Fact label={t('type')}>{request.type}</Fact>
          <Fact label={t('due')}>{due_at && dateTimeAt(due_at, time_zone)}</Fact>
          <Fact label={t('estimate')}>{estimated_min && tRequests(`estimate.${estimated_min}`)}</Fact>
          {devices.map(({ name, manufacturer, model, serial_number }) => (
            <Fact key={name} label={`${t('device')} ${name}`}>
              {[manufacturer, model, serial_number].filter(Boolean).join(' · ') || null}
            </Fact>
          ))}
        </Facts>
        <Steps token={token} request={request} />
        <Muted>{t('until', { when: dateTimeAt(expires_at, time_zone), firm })}</Muted>
      </Section>
      <Checklist token={token} request={request} />
    </>
  );
}
