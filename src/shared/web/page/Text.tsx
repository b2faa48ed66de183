import type { TablerIcon } from '@tabler/icons-react';
import type { HTMLAttributes, ReactNode } from 'react';
import classes from './text.module.css';

interface MutedProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'span' | 'div' | 'li';
  /** `sm` for what stands below a name or a figure, `md` for sentences. */
  size?: 'sm' | 'md';
}

/** What is said quietly: hints, details, what comes second. */
export function Muted({ as: Tag = 'p', size = 'sm', className, ...rest }: MutedProps) {
  return <Tag {...rest} className={named(classes.muted, className)} data-size={size} />;
}

type Tone = 'muted' | 'brand' | 'success' | 'warning' | 'alarm';

interface NoteProps {
  tone: Tone;
  icon?: TablerIcon;
  /** On the soft colour of its tone; without it only the text has the colour. */
  filled?: boolean;
  /** Within a line. */
  inline?: boolean;
  small?: boolean;
  /** `alert` for what went wrong just now, `status` for what came to be known. */
  role?: 'alert' | 'status' | 'note';
  children: ReactNode;
}

/** A sentence in the colour of what it means: a fault, a warning, something that is well. */
export function Note({ tone, icon: Icon, filled, inline, small, role, children }: NoteProps) {
  const Tag = inline ? 'span' : 'p';
  return (
    <Tag
      className={classes.note}
      data-tone={tone}
      data-filled={filled || undefined}
      data-small={small || undefined}
      role={role}
    >
      {Icon && <Icon size={16} stroke={1.8} aria-hidden="true" />}
      {Icon ? <span>{children}</span> : children}
    </Tag>
  );
}

/** Cut at the end of its place; the whole is told when it is pointed at. */
export function Ellipsis({ text, children }: { text?: string; children: ReactNode }) {
  return (
    <span className={classes.ellipsis} title={text ?? (typeof children === 'string' ? children : undefined)}>
      {children}
    </span>
  );
}

/** Never broken over two lines, in figures of one width: times, numbers, codes. */
export function Nowrap({ children }: { children: ReactNode }) {
  return <span className={classes.nowrap}>{children}</span>;
}

const named = (own: string | undefined, given: string | undefined) =>
  [own, given].filter(Boolean).join(' ') || undefined;

/** Names what stands below it, where that is no field with a label of its own. */
export function Labelled({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      {children}
    </div>
  );
}
