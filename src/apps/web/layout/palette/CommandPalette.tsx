import { Button, Center, Group, Loader, ScrollArea, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../../features/identity/user.model.ts';
import type { ActionDialog } from '../../../../shared/web/feature/finder.ts';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { type CommandGroup, matching, stepFrom } from './command.model.ts';
import { optionId, Results } from './Results.tsx';
import { useCommands } from './use-commands.ts';
import { useFound } from './use-found.ts';

const MAX_SHOWN = 6;

interface Props {
  /** Answers what was typed before the field was there. */
  takeTyped: () => string;
  onActivate: (company: Membership) => void;
  /** Opens what an action is done in, in the palette's place. */
  onDialog: (dialog: ActionDialog) => void;
  onClose: () => void;
}

/** Which areas could not be searched; what the others found stands above. */
function Failed({ found: { failed, waiting, retry } }: { found: ReturnType<typeof useFound> }) {
  const { t } = useTranslation();
  if (failed.length === 0) return null;
  return (
    <Group justify="space-between" gap={8}>
      <Note tone="warning" role="alert" inline>
        {t('palette.failed', { what: failed.join(', ') })}
      </Note>
      <Button variant="default" loading={waiting} onClick={retry}>
        {t('retry')}
      </Button>
    </Group>
  );
}

/** Finds pages, plants, devices, saved charts and views, companies and actions by typing; the keyboard does the rest. */
export function CommandPalette({ takeTyped, onActivate, onDialog, onClose }: Props) {
  const { t } = useTranslation();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const text = typed.trim().slice(0, 100);
  const known = useCommands({ onActivate, onDialog, typing: text !== '' }).map(({ group, commands }) => {
    const fitting = commands.filter((one) => matching(one, text));
    const count = fitting.length;
    return { group, commands: fitting.slice(0, text === '' ? count : MAX_SHOWN), count };
  });
  const found = useFound(text);
  // What is found later stands below what is known at once: nothing moves under a finger.
  const groups: CommandGroup[] = [...known, ...found.groups].filter(({ commands }) => commands.length > 0);
  const shown = groups.flatMap(({ commands }) => commands);
  const all = groups.reduce((sum, { commands, count = 0 }) => sum + Math.max(count, commands.length), 0);
  const active = (shown.find(({ id }) => id === chosen) ?? shown[0])?.id;
  const run = (id: string) => {
    onClose();
    shown.find((one) => one.id === id)?.run();
  };
  const step = (by: 1 | -1) => {
    const next = stepFrom(shown, active, by);
    if (next === undefined) return;
    setChosen(next);
    document.getElementById(optionId(list, next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && active !== undefined) run(active);
    else return;
    event.preventDefault();
  };
  const none = shown.length === 0 && !found.waiting && found.failed.length === 0;
  return (
    <Dialog title={t('palette.title')} size={640} onClose={onClose}>
      <TextInput
        autoFocus
        data-autofocus
        value={typed}
        maxLength={100}
        onFocus={() => {
          const before = takeTyped();
          setTyped((now) => (now + before).slice(0, 100));
        }}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(list, active)}
        aria-label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={found.waiting && <Loader size={16} aria-label={t('palette.waiting')} />}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {/* Of one height whatever is found: nothing moves. */}
      <Stack h={{ base: 'calc(100dvh - 148px)', sm: 'min(440px, 60dvh)' }} gap={8} mt={4}>
        <ScrollArea flex={1} mih={0} viewportProps={{ tabIndex: -1 }}>
          <Results
            id={list}
            label={t('palette.title')}
            groups={groups}
            active={active}
            onActive={setChosen}
            onRun={run}
          />
          {none && (
            <Center h={160}>
              <Muted size="md">{t('palette.none')}</Muted>
            </Center>
          )}
        </ScrollArea>
        <Failed found={found} />
      </Stack>
      <VisuallyHidden role="status">
        {text !== '' &&
          !found.waiting &&
          (all > shown.length
            ? t('palette.first', { count: all, shown: shown.length })
            : t('palette.count', { count: shown.length }))}
      </VisuallyHidden>
    </Dialog>
  );
}
