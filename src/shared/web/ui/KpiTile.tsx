import type { ReactNode } from 'react';
import styles from './KpiTile.module.css';

/** One figure with its name: the number large, the unit small and grey, a remark beneath. */
export function KpiTile(props: { label: string; value: string; unit?: string; note?: string | undefined }) {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>{props.label}</dt>
      <dd className={styles.figure} title={[props.value, props.unit].filter(Boolean).join(' ')}>
        <span className={styles.value}>{props.value}</span>
        {props.unit && <span className={styles.unit}> {props.unit}</span>}
      </dd>
      {props.note && <dd className={styles.note}>{props.note}</dd>}
    </div>
  );
}

/** A tile of another shape, in the same frame. */
export function PlainTile(props: { label: string; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>{props.label}</dt>
      <dd className={styles.body}>{props.children}</dd>
    </div>
  );
}
