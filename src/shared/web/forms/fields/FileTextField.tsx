import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { TextAreaField } from './TextAreaField.tsx';

interface Props {
  /** The field that holds what stands in the file. */
  name: string;
  /** What the file and what stands in it are called. */
  fileLabel: string;
  label: string;
  /** Kinds of files that can be chosen, as `accept` of an input. */
  accept: string;
}

/** The text of a file: chosen from the machine or pasted, and seen before it is sent. */
export function FileTextField({ name, fileLabel, label, accept }: Props) {
  const { setValue } = useFormContext<Record<string, unknown>>();
  const [file, setFile] = useState<File | null>(null);
  const read = async (chosen: File | null) => {
    setFile(chosen);
    if (chosen) setValue(name, await chosen.text(), { shouldDirty: true });
  };
  return (
    <>
      <FileInput
        label={fileLabel}
        accept={accept}
        value={file}
        onChange={(chosen) => void read(chosen)}
        clearable
      />
      <TextAreaField name={name} label={label} />
    </>
  );
}
