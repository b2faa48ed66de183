import { ActionIcon, Button, Checkbox, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SavedView, useSavedViews } from './kept.ts';

export interface ViewPanelProps {
  /** Names the list where its views are kept. */
  list: string;
  /** The columns that can be hidden. */
  columns: readonly { id: string; header: string }[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  /** What the address says now, and how a saved one is shown. */
  search: SavedView['search'];
  onShow: (search: SavedView['search']) => void;
  onClose: () => void;
}

function Columns({ columns, hidden, onHidden }: ViewPanelProps) {
  const { t } = useTranslation();
  return (
    <Fieldset legend={t('list.columns')} variant="unstyled">
      <Stack gap={8}>
        {columns.map(({ id, header }) => (
          <Checkbox
            key={id}
            label={header}
            checked={!hidden.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onHidden(checked ? hidden.filter((one) => one !== id) : [...hidden, id])
            }
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  return (
    <form onSubmit={save}>
      <Group gap={8} wrap="nowrap" align="end">
        <TextInput
          label={t('list.view_name')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === ''}>
          {t('list.save_view')}
        </Button>
      </Group>
    </form>
  );
}

/** The columns of a list to tick, and its saved views to show, add and remove. */
export default function ViewPanel(props: ViewPanelProps) {
  const { t } = useTranslation();
  const [views, keep] = useSavedViews(props.list);
  const show = (view: SavedView) => {
    props.onShow(view.search);
    props.onClose();
  };
  return (
    <Stack gap={16} miw={240}>
      <Columns {...props} />
      <Fieldset legend={t('list.views')} variant="unstyled">
        <Stack gap={4}>
          {views.map((view) => (
            <Group key={view.name} gap={4} wrap="nowrap" justify="space-between">
              <Button variant="subtle" size="compact-md" onClick={() => show(view)}>
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('list.remove_view', { name: view.name })}
                onClick={() => keep(views.filter((one) => one !== view))}
              >
                <IconTrash size={16} stroke={1.7} aria-hidden="true" />
              </ActionIcon>
            </Group>
          ))}
          <SaveView
            onSave={(name) =>
              keep([...views.filter((one) => one.name !== name), { name, search: props.search }])
            }
          />
        </Stack>
      </Fieldset>
    </Stack>
  );
}
