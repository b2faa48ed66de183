import { Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './KpiTile.module.css';

/** What a figure counts, for whoever points at the sign or comes to it with the keyboard. */
function Hint({ text }: { text: string }) {
  return (
    <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={styles.hint} aria-label={text}>
        <IconInfoCircle size={14} stroke={1.8} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

/** One figure with its name: the number large, the unit small and grey, a remark beneath. */
export function KpiTile(props: {
  label: string;
  value: string;
  unit?: string;
  note?: string | undefined;
  hint?: string;
}) {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>
        {props.label}
        {props.hint && <Hint text={props.hint} />}
      </dt>
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

/** Four tiles in a row; two by two where it is narrow, and on a phone all but the first two over the whole width. */
export function TileRow({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <dl className={[styles.tiles, className].filter(Boolean).join(' ')}>{children}</dl>;
}
