import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../../shared/web/ui/ConfirmDialog.tsx';

interface Asked {
  unit: number;
  names: readonly string[];
  save: () => void;
}

/**
 * Asks before a device gets a number that another one behind its port has: two logical devices of one unit may share it,
 * else both fail. The question belongs outside of the form.
 */
export function useUnitQuestion(): { ask: (asked: Asked) => void; question: ReactNode } {
  const { t } = useTranslation('field');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const question = asked && (
    <ConfirmDialog
      title={t('unit.same', { unit: asked.unit, names: asked.names.join(', ') })}
      confirm={t('unit.save')}
      onClose={close}
      onConfirm={() => {
        close();
        asked.save();
      }}
    >
      <p>{t('unit.why')}</p>
    </ConfirmDialog>
  );
  return { question, ask: (next) => (next.names.length === 0 ? next.save() : setAsked(next)) };
}
