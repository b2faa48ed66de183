import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

interface Props {
  /** How many are not shown. */
  count: number;
  to: string;
  /** What the list is narrowed by, so that it shows them. */
  search: object;
}

/** Where the others of a short list are. */
export function MoreOf({ count, to, search }: Props) {
  const { t } = useTranslation('requests');
  if (count <= 0) return null;
  return (
    <div>
      <Link to={to as never} search={search as never} preload={false}>
        {t('more_linked', { count })}
      </Link>
    </div>
  );
}
