import type { TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { STATE_ICON, type StateLook } from '../theme/states.ts';
import styles from './StatePill.module.css';

/** A state as colour, icon and word; `label` and `icon` say it more precisely in the same colour. */
export function StatePill(props: { state: StateLook; label?: string; icon?: TablerIcon }) {
  const { t } = useTranslation();
  const Icon = props.icon ?? STATE_ICON[props.state];
  return (
    <span className={styles.pill} data-state={props.state}>
      <Icon size={13} stroke={2.2} aria-hidden="true" />
      {props.label ?? t(`state.${props.state}`)}
    </span>
  );
}
