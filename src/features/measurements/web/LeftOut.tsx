import { useTranslation } from 'react-i18next';

/** Names that a sentence lists before it says how many more there are. */
const MAX_NAMED = 8;

/** Says which columns of a file are stored nowhere. */
export function LeftOut({ columns }: { columns: readonly string[] }) {
  const { t } = useTranslation('measurements');
  if (columns.length === 0) return null;
  const names = columns.slice(0, MAX_NAMED).map((name) => t('import.quoted', { name }));
  const more = columns.length > MAX_NAMED ? ' …' : '';
  return (
    <p role="note">
      {t('import.columns_out', { count: columns.length, names: `${names.join(', ')}${more}` })}
    </p>
  );
}
