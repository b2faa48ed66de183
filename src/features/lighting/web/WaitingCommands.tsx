import { IconUserQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCallPages } from '../../../shared/web/api/use-call-pages.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { controllersCalls } from '../controllers.contract.ts';
import { Decision } from './Decision.tsx';
import { MoreButton } from './MoreButton.tsx';
import { WaitingBatches } from './WaitingBatches.tsx';

/** What waits for a second person's word, of all boxes; nothing where nothing waits. */
export function WaitingCommands() {
  const { t } = useTranslation('lighting');
  const { dateTime, number } = useFormat();
  const may = useCan('lighting.switch');
  const pages = useCallPages(
    controllersCalls.commands,
    { query: { state: 'proposed' } },
    { page_size: 20, keyOf: ({ id }) => id },
  );
  const { data } = pages;
  if (!data || data.count === 0) return null;
  return (
    <Section title={t('caution.waiting')} hint={t('caution.waiting_hint')} beside={number(data.count, 0)}>
      <WaitingBatches />
      <Entries label={t('caution.waiting')}>
        {data.results.map((one) => (
          <Entry
            key={one.id}
            icon={IconUserQuestion}
            name={
              <Link to="/apps/illuminazione/boxes/$id" params={{ id: String(one.box_id) }}>
                {`${one.serial} · ${t(one.on ? 'command.on' : 'command.off', { lines: one.lines.join(', ') })}`}
              </Link>
            }
            details={[
              one.who?.name || t('command.by_person'),
              one.reason,
              t('caution.until', { at: dateTime(one.expires_at) }),
            ]
              .filter(Boolean)
              .join(' · ')}
            actions={may && <Decision command={one} />}
          />
        ))}
      </Entries>
      <MoreButton pages={pages} label={t('caution.more')} />
    </Section>
  );
}
