import { useMemo } from 'react';
import { sparkShape } from '../../sparkline.model.ts';
import styles from './Sparkline.module.css';

const FRAME = { width: 120, height: 48 };

interface Props {
  values: readonly (number | null)[];
  stepSeconds: number;
  label: (peak: number) => string;
  none: string;
}

/** Today's power from midnight to midnight: what is still to come stays empty. */
export function Sparkline({ values, stepSeconds, label, none }: Props) {
  const shape = useMemo(() => {
    const steps = Math.max(values.length, Math.round(86_400 / stepSeconds));
    return sparkShape(values, { ...FRAME, steps });
  }, [values, stepSeconds]);
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={shape ? label(shape.peak) : none}
    >
      <path className={styles.ground} d={`M0 ${FRAME.height - 0.5}H${FRAME.width}`} />
      {shape?.areas.map((d) => (
        <path key={d} className={styles.area} d={d} />
      ))}
      {shape?.lines.map((d) => (
        <path key={d} className={styles.line} d={d} />
      ))}
    </svg>
  );
}
