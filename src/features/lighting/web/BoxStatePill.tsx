import { useTranslation } from 'react-i18next';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import type { Box } from '../boxes.contract.ts';
import { LOOKS } from './looks.ts';

/** A box's state as colour, icon and word. */
export function BoxStatePill({ state }: Pick<Box, 'state'>) {
  const { t } = useTranslation('lighting');
  const { look, icon } = LOOKS[state];
  return <StatePill state={look} icon={icon} label={t(`state.${state}`)} />;
}
