import { IconChevronRight, IconClipboardCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { FieldPlant, FieldRequest } from '../../field-mode.contract.ts';
import { lookOf, nameOfRequest } from '../requests/use-request-words.ts';
import type { Kept } from './field-mode.model.ts';

function RequestEntry({ request, plant }: { request: FieldRequest; plant: FieldPlant | undefined }) {
  const { t } = useTranslation('fieldmode');
  const { t: tRequests } = useTranslation('requests');
  const { dateTimeAt } = useFormat();
  const { id, state, priority, due_at, proj_code } = request;
  const due = due_at && plant && t('requests.due', { when: dateTimeAt(due_at, plant.time_zone) });
  return (
    <Entry
      name={
        <Link to="/apps/asset/field-mode" search={{ request: String(id) }}>
          {nameOfRequest(request)}
        </Link>
      }
      beside={<StatePill state={lookOf(state)} label={tRequests(`request.state.${state}`)} />}
      details={[plant?.name ?? proj_code, tRequests(`request.priority.${priority}`), due]
        .filter(Boolean)
        .join(' · ')}
      actions={<IconChevronRight size={18} aria-hidden="true" />}
    />
  );
}

/** So many are drawn at once, more than a phone shows; the others follow while those are read. */
const FIRST = 20;

/** The requests that wait for whoever holds the phone, the most urgent first. */
export function FieldRequests({ kept }: { kept: Kept }) {
  const { t } = useTranslation('fieldmode');
  const { requests, plants } = kept.answer;
  const drawn = useDeferredValue(requests, requests.slice(0, FIRST));
  const plantOf = new Map(plants.map((plant) => [plant.proj_code, plant]));
  if (requests.length === 0)
    return <EmptyState icon={IconClipboardCheck} title={t('requests.none')} hint={t('requests.none_hint')} />;
  return (
    <Section title={t('requests.title')}>
      <Entries label={t('requests.title')}>
        {drawn.map((request) => (
          <RequestEntry key={request.id} request={request} plant={plantOf.get(request.proj_code)} />
        ))}
      </Entries>
    </Section>
  );
}
