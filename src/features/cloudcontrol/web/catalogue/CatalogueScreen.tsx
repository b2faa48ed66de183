import { Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, type TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { CatalogueFrame } from './CatalogueFrame.tsx';
import { CatalogueLists } from './catalogue-search.ts';
import { EditWord } from './EditWord.tsx';
import type { Word, WordKind } from './kind-of-word.ts';
import { RemoveWord } from './RemoveWord.tsx';

interface Props<Row extends Word> {
  kind: WordKind<Row>;
  icon: TablerIcon;
  list: UseQueryResult<Row[]>;
  /** Buttons before those that every row has. */
  moreActions?: ((row: Row) => ReactNode) | undefined;
}

type DialogState<Row> = { kind: 'edit'; row: Row | null } | { kind: 'remove'; row: Row } | null;

/** The one manner in which the company's own words are kept: a table, a form, a question before something goes. */
export function CatalogueScreen<Row extends Word>(props: Props<Row>) {
  const { kind, icon, list, moreActions } = props;
  const { t } = useTranslation('catalogue');
  const [dialog, setDialog] = useState<DialogState<Row>>(null);
  const title = t(`${kind.id}.title`);
  const state = useListState(CatalogueLists[kind.id]);
  const close = () => setDialog(null);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'edit', row: null })}>
      {t(`${kind.id}.create`)}
    </Button>
  );
  const none = list.data?.length === 0;
  const actions = (row: Row) => {
    const name = kind.titleOf(row);
    return (
      <Group gap={4} wrap="nowrap">
        {moreActions?.(row)}
        <RowButton
          label={t('edit', { name })}
          icon={IconPencil}
          onClick={() => setDialog({ kind: 'edit', row })}
        />
        <RowButton
          label={t('remove.open', { name })}
          icon={IconTrash}
          onClick={() => setDialog({ kind: 'remove', row })}
        />
      </Group>
    );
  };
  return (
    <CatalogueFrame part={kind.id} actions={!none && create}>
      <ListPage
        state={state}
        label={title}
        columns={kind.columns}
        query={list}
        rowKey={({ id }) => id}
        empty={{ title: t(`${kind.id}.none`), hint: t(`${kind.id}.none_hint`), icon, action: create }}
        actions={actions}
      />
      {dialog?.kind === 'edit' && <EditWord kind={kind} row={dialog.row} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveWord kind={kind} row={dialog.row} onClose={close} />}
    </CatalogueFrame>
  );
}
