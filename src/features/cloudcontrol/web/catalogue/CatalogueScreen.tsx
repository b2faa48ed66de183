import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, type TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import styles from './catalogue.module.css';
import type { CatalogueSearch } from './catalogue-search.ts';
import { EditWord } from './EditWord.tsx';
import type { Word, WordKind } from './kind-of-word.ts';
import { RemoveWord } from './RemoveWord.tsx';

interface Props<Row extends Word> {
  kind: WordKind<Row>;
  icon: TablerIcon;
  list: UseQueryResult<Row[]>;
  search: CatalogueSearch;
  onSearch: (change: Partial<CatalogueSearch>) => void;
  /** Buttons before those that every row has. */
  moreActions?: (row: Row) => ReactNode;
}

type DialogState<Row> = { deed: 'edit'; row: Row | null } | { deed: 'remove'; row: Row } | null;

/** The one manner in which the company's own words are kept: a table, a form, a question before something goes. */
export function CatalogueScreen<Row extends Word>(props: Props<Row>) {
  const { kind, icon, list, search, onSearch, moreActions } = props;
  const { t } = useTranslation('catalogue');
  const [dialog, setDialog] = useState<DialogState<Row>>(null);
  const title = t(`${kind.id}.title`);
  usePageTitle(title);
  const close = () => setDialog(null);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ deed: 'edit', row: null })}>
      {t(`${kind.id}.create`)}
    </Button>
  );
  const none = list.data?.length === 0;
  const actions = (row: Row) => {
    const name = kind.titleOf(row);
    return (
      <span className={styles.actions}>
        {moreActions?.(row)}
        <RowButton
          label={t('edit', { name })}
          icon={IconPencil}
          onClick={() => setDialog({ deed: 'edit', row })}
        />
        <RowButton
          label={t('remove.open', { name })}
          icon={IconTrash}
          onClick={() => setDialog({ deed: 'remove', row })}
        />
      </span>
    );
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{title}</h1>
          <p className={`muted ${styles.subtitle}`}>{t(`${kind.id}.subtitle`)}</p>
        </div>
        {!none && create}
      </header>
      <DataTable
        label={title}
        columns={kind.columns}
        rows={list.data}
        rowKey={({ id }) => id}
        error={list.error}
        onRetry={() => list.refetch()}
        updatedAt={list.dataUpdatedAt}
        empty={{ title: t(`${kind.id}.none`), hint: t(`${kind.id}.none_hint`), icon, action: create }}
        actions={actions}
        view={search}
        onView={onSearch}
      />
      {dialog?.deed === 'edit' && <EditWord kind={kind} row={dialog.row} onClose={close} />}
      {dialog?.deed === 'remove' && <RemoveWord kind={kind} row={dialog.row} onClose={close} />}
    </div>
  );
}
