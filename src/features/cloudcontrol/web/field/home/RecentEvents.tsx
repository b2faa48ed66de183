import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../../shared/web/api/use-call.ts';
import { ageWords } from '../../../../../shared/web/format/age.ts';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { Entries, Entry as Row } from '../../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../../../shared/web/ui/use-now.ts';
import { configurationCalls } from '../../../configuration.contract.ts';
import { useLogLabels } from '../log-words.public.ts';
import { useActionLabels } from '../version-words.ts';

interface Entry {
  id: number;
  at: string;
  device_id: number;
  proj_code: string;
  short_name: string;
}

function Newest<E extends Entry>(props: {
  title: string;
  none: string;
  entries: readonly E[];
  messageFor: (entry: E) => ReactNode;
}) {
  const { language, dateTime } = useFormat();
  const now = useNow(10_000);
  return (
    <Section title={props.title}>
      {props.entries.length === 0 && <Muted size="md">{props.none}</Muted>}
      <Entries>
        {props.entries.map((entry) => (
          <Row
            key={entry.id}
            name={
              <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(entry.device_id) }}>
                {entry.proj_code} / {entry.short_name}
              </Link>
            }
            details={props.messageFor(entry)}
            actions={
              <Muted as="span" title={dateTime(entry.at, HERE)}>
                {ageWords(entry.at, now, language)}
              </Muted>
            }
          />
        ))}
      </Entries>
    </Section>
  );
}

/** The newest of what devices did, and of what people changed. */
export function RecentEvents() {
  const { t } = useTranslation('field');
  const logLabels = useLogLabels();
  const actionWords = useActionLabels();
  const { data, error, refetch, dataUpdatedAt } = useCall(configurationCalls.dashboard);
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={420} radius={12} aria-busy="true" />;
  return (
    <Stack gap={12}>
      {error && <StaleLine updatedAt={dataUpdatedAt} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={12}>
        <Newest
          title={t('lately.events')}
          none={t('lately.no_events')}
          entries={data.events}
          messageFor={logLabels}
        />
        <Newest
          title={t('lately.changes')}
          none={t('lately.no_changes')}
          entries={data.changes}
          messageFor={({ action, number, person }) =>
            t('lately.change', { action: actionWords(action), number, person: person ?? t('lately.nobody') })
          }
        />
      </SimpleGrid>
    </Stack>
  );
}
