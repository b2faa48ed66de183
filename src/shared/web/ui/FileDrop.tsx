import { Loader } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { FormError } from '../forms/FormError.tsx';
import '@mantine/dropzone/styles.css';
import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './FileDrop.module.css';

interface Props {
  /** What is asked for, and what is said while a file is read. */
  label: string;
  hint: string;
  reading: string;
  /** What is said of a file of another kind, or too large. */
  refused: string;
  icon: TablerIcon;
  accept: Record<string, string[]>;
  mostBytes: number;
  busy: boolean;
  /** Why the last file could not be taken. */
  fault: string | null;
  onFiles: (files: readonly File[]) => void;
  /** One file at a time. */
  single?: boolean;
  /** What stands below. */
  children?: ReactNode;
}

/** A place to drop files, or to choose them. */
export function FileDrop(props: Props) {
  const { label, hint, reading, icon: Icon, busy, fault, onFiles, single = false } = props;
  const [refused, setRefused] = useState(false);
  const said = refused ? props.refused : fault;
  return (
    <div className={classes.drop}>
      <Dropzone
        accept={props.accept}
        maxSize={props.mostBytes}
        maxFiles={single ? 1 : 20}
        multiple={!single}
        disabled={busy}
        onDrop={(files) => {
          setRefused(false);
          if (files.length > 0) onFiles(files);
        }}
        onReject={() => setRefused(true)}
        inputProps={{ 'aria-label': label }}
        aria-label={label}
      >
        <div className={classes.inside}>
          {busy ? <Loader size={32} /> : <Icon size={36} stroke={1.4} aria-hidden="true" />}
          <p className={classes.title}>{busy ? reading : label}</p>
          <p className="muted">{hint}</p>
        </div>
      </Dropzone>
      {!busy && <FormError>{said}</FormError>}
      {props.children}
    </div>
  );
}
