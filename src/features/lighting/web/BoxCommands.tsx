import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCallPages } from '../../../shared/web/api/use-call-pages.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Entries, Entry } from '../../../shared/web/page/Entries.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { controllersCalls } from '../controllers.contract.ts';
import type { LightingCommand } from '../lighting-fields.contract.ts';
import { Decision } from './Decision.tsx';
import { MoreButton } from './MoreButton.tsx';
import { useFault } from './use-fault.ts';

/** Why a command failed, in words; '' where it did not. */
function useCause() {
  const { t } = useTranslation('lighting');
  const cause = useFault();
  return ({ fault }: LightingCommand): string =>
    fault === '' ? '' : t('command.why', { fault: cause(fault) });
}

/** What became of a command; what failed says that reloading may help. // spec §8: 'Command failed' */
function useOutcome() {
  const { t } = useTranslation('lighting');
  return ({ state }: LightingCommand): string =>
    state === 'failed' ? `${t('command.failed')} ${t('command.reload')}` : t(`command.${state}`);
}

/** What was commanded of a box: who, when, why, and what became of it. */
export function BoxCommands({ box_id }: { box_id: number }) {
  const { t } = useTranslation('lighting');
  const { dateTime } = useFormat();
  const may = useCan('lighting.switch');
  const outcome = useOutcome();
  const cause = useCause();
  const query = useCallPages(
    controllersCalls.commands,
    { query: { box_id: String(box_id) } },
    { page_size: 20, keyOf: ({ id }) => id },
  );
  return (
    <Section title={t('command.title')}>
      <Known query={query} height={160}>
        {({ results }) =>
          results.length === 0 ? (
            <Muted>{t('command.none')}</Muted>
          ) : (
            <Entries label={t('command.title')}>
              {results.map((one) => (
                <Entry
                  key={one.id}
                  icon={IconHistory}
                  name={`${t(one.on ? 'command.on' : 'command.off', { lines: one.lines.join(', ') })} · ${outcome(one)}`}
                  details={[
                    dateTime(one.created_at),
                    one.who?.name ?? t(`command.by_${one.origin}`),
                    one.reason,
                    cause(one),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  actions={may && one.state === 'proposed' && <Decision command={one} />}
                />
              ))}
            </Entries>
          )
        }
      </Known>
      <MoreButton pages={query} label={t('command.more')} />
    </Section>
  );
}
