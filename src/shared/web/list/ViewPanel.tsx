import {
  ActionIcon,
  Box,
  Button,
  Fieldset,
  Group,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconTrash, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DENSITIES } from '../../contract/list-layouts.contract.ts';
import { type ListView, listViewsCalls } from '../../contract/list-views.contract.ts';
import { useCall, useSend } from '../api/use-call.ts';
import { useBelonging, useCan } from '../company/context.tsx';
import { FormElement } from '../forms/FormElement.tsx';
import { FormError } from '../forms/FormError.tsx';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { Known } from '../ui/Known.tsx';
import { ColumnOrder } from './ColumnOrder.tsx';
import { moveKeptViews } from './move-kept-views.ts';
import type { ColumnChoice, Density, ViewPanelProps } from './view-props.ts';

/** How much room a row takes. */
function RowHeight({ density, onDensity }: ColumnChoice) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('list.density')}
      value={density}
      onChange={(next) => onDensity(next as Density)}
      data={DENSITIES.map((value) => ({ value, label: t(`list.densities.${value}`) }))}
    />
  );
}

/** Saves what is on screen by a name; one's own view of that name is saved again. */
function SaveView({ list, search, hidden, views }: ViewPanelProps & { views: readonly ListView[] }) {
  const { t } = useTranslation();
  const { formMessage } = useErrorMessage('common');
  const [name, setName] = useState('');
  const done = { onDone: () => setName('') };
  const creation = useSend(listViewsCalls.create, done);
  const change = useSend(listViewsCalls.update, done);
  const fault = creation.error ?? change.error;
  const save = () => {
    const wanted = name.trim();
    if (wanted === '') return;
    const same = views.find((view) => view.mine && view.name === wanted);
    const body = { name: wanted, search, hidden: [...hidden] };
    if (same) change.mutate({ params: { id: String(same.id) }, body: { ...body, version: same.version } });
    else creation.mutate({ body: { ...body, list } });
  };
  return (
    <Box mt={8}>
      <FormElement gap={8} onSubmit={save}>
        <FormError>{fault && formMessage(fault)}</FormError>
        <Group gap={8} wrap="nowrap" align="end">
          <TextInput
            flex={1}
            label={t('list.view_name')}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            disabled={name.trim() === ''}
            loading={creation.isPending || change.isPending}
          >
            {t('list.save_view')}
          </Button>
        </Group>
      </FormElement>
    </Box>
  );
}

/** Whether colleagues find it at the list as well. */
function ShareButton({ view: { id, name, shared, version } }: { view: ListView }) {
  const { t } = useTranslation();
  const share = useSend(listViewsCalls.share);
  const label = t('list.share_view', { name });
  return (
    <Tooltip label={t(shared ? 'list.shared_view' : 'list.share')}>
      <ActionIcon
        variant={shared ? 'light' : 'subtle'}
        {...(!shared && { color: 'gray' })}
        size={36}
        aria-label={label}
        aria-pressed={shared}
        loading={share.isPending}
        onClick={() => share.mutate({ params: { id: String(id) }, body: { shared: !shared, version } })}
      >
        <IconUsers size={16} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}

function ViewRow({ view, onShow }: { view: ListView; onShow: () => void }) {
  const { t } = useTranslation();
  const mayShare = useCan('records.write');
  const mayTidy = useCan('company.manage');
  const removal = useSend(listViewsCalls.remove, { goneIsDone: true });
  const { id, name, mine, owner } = view;
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Button variant="transparent" px={0} miw={0} title={name} onClick={onShow}>
        <Text component="span" inherit truncate lh={1.5}>
          {name}
        </Text>
      </Button>
      <Group gap={4} wrap="nowrap" flex="none">
        {!mine && (
          <Text size="xs" c="dimmed" truncate maw={120}>
            {owner?.name ?? t('list.view_of_nobody')}
          </Text>
        )}
        {mine && mayShare && <ShareButton view={view} />}
        {(mine || (owner === null && mayTidy)) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('list.remove_view', { name })}
            loading={removal.isPending}
            onClick={() => removal.mutate({ params: { id: String(id) } })}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        )}
      </Group>
    </Group>
  );
}

/** The columns of a list to tick, where it has any, and its saved views to show, add, share and remove. */
export default function ViewPanel(props: ViewPanelProps) {
  const { t } = useTranslation();
  const { list, choice, hidden, onShow, onHidden, onClose } = props;
  const belonging = useBelonging();
  const query = useCall(listViewsCalls.list, { query: { list } });
  useEffect(() => {
    void moveKeptViews(list, belonging);
  }, [list, belonging]);
  const show = ({ search, hidden }: ListView) => {
    if (hidden) onHidden(hidden);
    onShow(search);
    onClose();
  };
  return (
    <Stack gap={16} w="min(340px, calc(100vw - 56px))">
      {choice && (
        <Stack gap={8}>
          <ColumnOrder {...choice} hidden={hidden} onHidden={onHidden} />
          <RowHeight {...choice} />
        </Stack>
      )}
      <Fieldset legend={t('list.views')} variant="unstyled">
        <Known query={query} height={60}>
          {(views) => (
            <Stack gap={4}>
              {views.map((view) => (
                <ViewRow key={view.id} view={view} onShow={() => show(view)} />
              ))}
              <SaveView {...props} views={views} />
            </Stack>
          )}
        </Known>
      </Fieldset>
    </Stack>
  );
}
