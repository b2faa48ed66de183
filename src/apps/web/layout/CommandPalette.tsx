import { Combobox, Group, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { allows } from '../../../shared/contract/capabilities.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { FINDERS } from '../features.ts';
import { type Command, matching } from './command.model.ts';
import { useCommands } from './commands.ts';

const PAUSE_MS = 180;
const MAX_SHOWN = 8;

interface Props {
  onActivate: (company: Membership) => void;
  onClose: () => void;
}

/** What areas find by this text; what was found for the text before stays until the answer is there. */
function useFound(text: string) {
  const language = useLanguage();
  const navigate = useNavigate();
  const { id_client: company, roles } = useCompany();
  const [search] = useDebouncedValue(text, PAUSE_MS);
  const asking = search !== '' && text !== '';
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['palette', company, roles, search],
    enabled: asking,
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const open = FINDERS.filter(({ capability }) => allows(capability, roles));
      const found = await Promise.all(
        open.map(async ({ load }) => (await load())(search, { company, roles }, signal)),
      );
      return found.flat();
    },
  });
  const groups = (asking ? (data ?? []) : []).map(({ label, things }) => ({
    group: label[language],
    commands: things.map(({ to, ...thing }): Command => ({ ...thing, run: () => void navigate({ to }) })),
  }));
  const waiting = text !== '' && (search !== text || isPlaceholderData || (!data && !isError));
  return { groups, waiting, failed: asking && isError };
}

/** Finds pages, plants, devices, saved charts, companies and actions by typing; the keyboard does the rest. */
export function CommandPalette({ onActivate, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const text = typed.trim().slice(0, 100);
  const combobox = useCombobox({ opened: true });
  const known = useCommands(onActivate).map(({ group, commands }) => ({
    group,
    commands: commands.filter((one) => matching(one, text)).slice(0, text === '' ? undefined : MAX_SHOWN),
  }));
  const found = useFound(text);
  const groups = [...found.groups, ...known].filter(({ commands }) => commands.length > 0);
  const shown = groups.flatMap(({ commands }) => commands);
  const ids = shown.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of whatever is shown now
  useEffect(() => {
    combobox.selectFirstOption();
  }, [ids]);
  const run = (id: string) => {
    onClose();
    shown.find((one) => one.id === id)?.run();
  };
  return (
    <Dialog title={t('palette.title')} size={600} onClose={onClose}>
      <Combobox store={combobox} onOptionSubmit={run}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            value={typed}
            maxLength={100}
            aria-label={t('palette.title')}
            placeholder={t('palette.placeholder')}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <ScrollArea.Autosize mah="min(420px, 60dvh)" mt={8} viewportProps={{ tabIndex: -1 }}>
          <Combobox.Options
            aria-label={t('palette.title')}
            aria-busy={found.waiting}
            opacity={found.waiting ? 0.6 : 1}
          >
            {groups.map(({ group, commands }) => (
              <Combobox.Group key={group} label={group}>
                {commands.map(({ id, label, beside }) => (
                  <Combobox.Option key={id} value={id}>
                    <Group component="span" gap={12} justify="space-between" wrap="nowrap">
                      <Text component="span" truncate>
                        {label}
                      </Text>
                      {beside && <Muted as="span">{beside}</Muted>}
                    </Group>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {found.failed && <Combobox.Empty>{t('palette.failed')}</Combobox.Empty>}
            {groups.length === 0 && !found.waiting && !found.failed && (
              <Combobox.Empty>{t('palette.none')}</Combobox.Empty>
            )}
          </Combobox.Options>
        </ScrollArea.Autosize>
      </Combobox>
    </Dialog>
  );
}
