import { IconListNumbers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import type { DeviceTree } from '../../configuration.contract.ts';
import { BulkBar } from './BulkBar.tsx';
import { BulkForm } from './BulkForm.tsx';
import type { BulkSearch } from './bulk-search.ts';
import { Rows } from './Rows.tsx';
import { useAdding } from './use-adding.ts';
import { useBulk } from './use-bulk.ts';

/** The form, the rows that it comes to, and what is done with them. */
export function Bulk({ tree, search }: { tree: DeviceTree; search: BulkSearch }) {
  const { t } = useTranslation('bulk');
  const bulk = useBulk(tree, search);
  const adding = useAdding(bulk);
  return (
    <>
      <BulkForm bulk={bulk} tree={tree} />
      {bulk.rows.length === 0 && bulk.list.left === 0 ? (
        <EmptyState icon={IconListNumbers} title={t('rows.none')} hint={t('rows.none_hint')} />
      ) : (
        <Rows bulk={bulk} adding={adding} />
      )}
      <BulkBar bulk={bulk} adding={adding} />
    </>
  );
}
