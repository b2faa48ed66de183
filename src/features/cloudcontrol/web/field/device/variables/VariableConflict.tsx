import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '../../../../../../shared/web/ui/ConflictNotice.tsx';
import { Dialog } from '../../../../../../shared/web/ui/Dialog.tsx';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import { useFieldLabels } from '../../forms/words.ts';
import type { Conflict } from './use-variable-edit.ts';

/** Both versions of a field that two people changed, and the choice between them. */
export function VariableConflict({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const words = useFieldLabels();
  const [busy, setBusy] = useState(false);
  const { field, mine, theirs } = conflict;
  const keep = async () => {
    setBusy(true);
    await conflict.keepMine().finally(() => setBusy(false));
  };
  return (
    <Dialog title={t('conflict.title')} size={520} onClose={conflict.takeTheirs}>
      <ConflictNotice
        differences={[
          {
            label: words.label(field.name),
            mine: words.value(field, mine),
            theirs: words.value(field, theirs[field.name as keyof ConfiguredVariable]),
          },
        ].filter((one) => one.mine !== one.theirs)}
        busy={busy}
        onMine={() => void keep()}
        onTheirs={conflict.takeTheirs}
      />
    </Dialog>
  );
}
