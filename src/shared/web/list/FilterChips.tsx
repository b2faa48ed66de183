import type { Icon } from '@tabler/icons-react';
import { useFormat } from '../format/use-format.ts';
import type { StateLook } from '../theme/states.ts';
import { PrintedChoice } from '../ui/PrintedChoice.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import styles from './FilterChips.module.css';

export interface FilterChip<Value extends string> {
  value: Value;
  label: string;
  /** Null while it is not known yet: its place is kept. */
  count?: number | null | undefined;
  /** Its colour when it is pressed; the brand's without one. */
  look?: StateLook | undefined;
  icon?: Icon | undefined;
  hint?: string;
}

/** Filters of which one is pressed, or several, each with how many it would show. */
export function FilterChips<Value extends string>(props: {
  label: string;
  chips: readonly FilterChip<Value>[];
  value: Value | ReadonlySet<Value>;
  onChange: (value: Value) => void;
}) {
  const { number } = useFormat();
  const isOn = (one: Value) => (typeof props.value === 'string' ? props.value === one : props.value.has(one));
  const pressed = props.chips.filter(({ value }) => isOn(value)).map(({ label }) => label);
  if (usePrinting()) return <PrintedChoice label={props.label} value={pressed.join(', ')} />;
  return (
    <fieldset className={styles.chips} aria-label={props.label}>
      {props.chips.map(({ value, label, count, look, icon: Sign, hint }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          data-state={look}
          title={hint}
          aria-pressed={isOn(value)}
          onClick={() => props.onChange(value)}
        >
          {Sign && <Sign size={14} stroke={2} aria-hidden="true" />}
          {label}
          {count !== undefined && (
            <span className={styles.count} data-waiting={count === null || undefined}>
              {number(count ?? 0, 0)}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
