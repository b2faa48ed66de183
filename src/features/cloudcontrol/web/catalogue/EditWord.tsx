import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import type { Word, WordKind } from './kind-of-word.ts';
import { useCatalogueMessages } from './words-form.ts';

interface Props<Row extends Word> {
  kind: WordKind<Row>;
  /** null: one is made. */
  row: Row | null;
  onClose: () => void;
}

/** Makes or changes one of the company's own words. */
export function EditWord<Row extends Word>({ kind, row, onClose }: Props<Row>) {
  const { t } = useTranslation('catalogue');
  const { Fields, blank, calls } = kind;
  const form = useRecordForm({
    call: row ? calls.update : calls.create,
    ...(row ? { params: { id: String(row.id) } } : {}),
    record: (row ?? blank) as object,
    toValues: (word) => Object.fromEntries(Object.keys(blank).map((name) => [name, Reflect.get(word, name)])),
    words: useCatalogueMessages(),
    onSaved: onClose,
  });
  const title = row ? kind.titleOf(row) : t(`${kind.id}.create`);
  return (
    <FormDialog form={form} title={title} size={640} onClose={onClose}>
      <Fields row={row} />
    </FormDialog>
  );
}
