import { Anchor, Button } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../../shared/web/page/Section.tsx';
import { Nowrap } from '../../../../../shared/web/page/Text.tsx';
import { useSizeWords } from '../../../../../shared/web/records/use-size-words.ts';
import { RowButton } from '../../../../../shared/web/ui/RowButton.tsx';
import { documentsCalls, type PlantDocument } from '../../../documents.contract.ts';
import { AddDocument } from './AddDocument.tsx';
import { DocumentBin } from './DocumentBin.tsx';
import { EditDocument, RemoveDocument } from './DocumentDialogs.tsx';
import { DocumentViewer } from './DocumentViewer.tsx';
import { useSaveDocument } from './use-document-file.ts';

type Opened = { kind: 'add' | 'bin' } | { kind: 'show' | 'edit' | 'remove'; document: PlantDocument };

/** From so many on they are searched by typing. */
const MANY = 8;

function useColumns(onOpen: (next: Opened) => void): readonly DataColumn<PlantDocument>[] {
  const { t } = useTranslation('plants');
  const { dateTime } = useFormat();
  const size = useSizeWords();
  return useMemo(() => {
    const title = (document: PlantDocument) => (
      <Anchor
        component="button"
        type="button"
        ta="left"
        aria-label={t('documents.open', { name: document.title })}
        onClick={() => onOpen({ kind: 'show', document })}
      >
        {document.title}
      </Anchor>
    );
    const kind = (one: PlantDocument) => t(`documents.kinds.${one.kind}`);
    return [
      { id: 'title', header: t('documents.name'), names: true, value: (one) => one.title, cell: title },
      {
        id: 'kind',
        header: t('documents.kind'),
        value: kind,
        cell: (one) => <Nowrap>{kind(one)}</Nowrap>,
      },
      {
        id: 'size',
        header: t('documents.size'),
        numeric: true,
        wide: true,
        value: (one) => one.size_bytes,
        cell: (one) => size(one.size_bytes),
      },
      {
        id: 'author',
        header: t('documents.author'),
        value: (one) => one.author.name ?? t('documents.gone'),
      },
      {
        id: 'added',
        header: t('documents.added'),
        descFirst: true,
        value: (one) => one.created_at,
        cell: (one) => <Nowrap>{dateTime(one.created_at, HERE)}</Nowrap>,
      },
    ];
  }, [t, dateTime, size, onOpen]);
}

function RowActions({ document, onOpen }: { document: PlantDocument; onOpen: (next: Opened) => void }) {
  const { t } = useTranslation('plants');
  const mayWrite = useCan('plants.write');
  const save = useSaveDocument(document);
  const name = document.title;
  return (
    <>
      <RowButton label={t('documents.save_of', { name })} icon={IconDownload} onClick={save} />
      {mayWrite && (
        <>
          <RowButton
            label={t('documents.edit_of', { name })}
            icon={IconPencil}
            onClick={() => onOpen({ kind: 'edit', document })}
          />
          <RowButton
            label={t('documents.remove_of', { name })}
            icon={IconTrash}
            onClick={() => onOpen({ kind: 'remove', document })}
          />
        </>
      )}
    </>
  );
}

/** The documents of a plant: PDFs that are read in the page, and added, renamed and deleted by those who may write plants. */
export function DocumentsPart({ proj_code }: { proj_code: string }) {
  const { t } = useTranslation('plants');
  const mayWrite = useCan('plants.write');
  const { data, error, refetch, dataUpdatedAt } = useCall(documentsCalls.list, { query: { proj_code } });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const columns = useColumns(setOpened);
  const many = (data?.length ?? 0) > MANY;
  const actions = mayWrite && (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} />}
        onClick={() => setOpened({ kind: 'bin' })}
      >
        {t('documents.bin')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => setOpened({ kind: 'add' })}
      >
        {t('documents.add')}
      </Button>
    </>
  );
  return (
    <Section title={t('documents.title')} hint={t('documents.hint')} actions={actions} look="table">
      <DataTable
        label={t('documents.title')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        updatedAt={dataUpdatedAt}
        bar={many}
        search={many ? t('documents.search') : null}
        empty={{ icon: IconFileTypePdf, title: t('documents.none'), hint: t('documents.none_hint') }}
        actions={(document) => <RowActions document={document} onOpen={setOpened} />}
      />
      {opened?.kind === 'add' && <AddDocument proj_code={proj_code} onClose={close} />}
      {opened?.kind === 'bin' && <DocumentBin proj_code={proj_code} onClose={close} />}
      {opened?.kind === 'show' && <DocumentViewer document={opened.document} onClose={close} />}
      {opened?.kind === 'edit' && <EditDocument document={opened.document} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveDocument document={opened.document} onClose={close} />}
    </Section>
  );
}
