import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BinList } from '../../../../../shared/web/list/BinList.tsx';
import type { DataColumn } from '../../../../../shared/web/list/data-table.model.ts';
import { Dialog } from '../../../../../shared/web/ui/Dialog.tsx';
import { documentsCalls, type PlantDocument } from '../../../documents.contract.ts';

const BIN = {
  list: documentsCalls.listBin,
  restore: documentsCalls.restore,
  purge: documentsCalls.purge,
};

/** Deleted documents of a plant: they come back, or go for ever with their files. */
export function DocumentBin({ proj_code, onClose }: { proj_code: string; onClose: () => void }) {
  const { t } = useTranslation('plants');
  const columns = useMemo(
    (): readonly DataColumn<PlantDocument>[] => [
      { id: 'title', header: t('documents.name'), names: true, value: ({ title }) => title },
      { id: 'kind', header: t('documents.kind'), value: ({ kind }) => t(`documents.kinds.${kind}`) },
    ],
    [t],
  );
  return (
    <Dialog title={t('documents.bin_title')} size={820} onClose={onClose}>
      <BinList
        label={t('documents.bin_title')}
        columns={columns}
        calls={BIN}
        query={{ proj_code }}
        words="plants"
        nameOf={({ title }) => title}
      />
    </Dialog>
  );
}
