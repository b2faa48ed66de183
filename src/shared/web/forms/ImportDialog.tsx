import type { ReactNode } from 'react';
import { Muted } from '../page/Text.tsx';
import { FormDialog } from './FormDialog.tsx';
import { FileTextField } from './fields/FileTextField.tsx';
import { SelectField } from './fields/SelectField.tsx';
import type { RecordForm } from './use-record-form.ts';

interface Props {
  form: RecordForm;
  /** `file` and `text`: what the file, and what stands in it, are called. */
  words: { title: string; hint: string; plant?: string; file: string; text: string };
  /** With them the plant is asked for, as `proj_code`. */
  plants?: readonly { readonly proj_code: string; readonly name: string }[];
  /** Kinds of files that can be chosen, as `accept` of an input. */
  accept: string;
  /** What the button says; left out: that it saves. */
  submit?: string;
  onClose: () => void;
  /** Fields between the plant and the file. */
  children?: ReactNode;
}

/** What a file holds, taken over as a whole or not at all; its field is `text`. */
export function ImportDialog({ form, words, plants, accept, submit, onClose, children }: Props) {
  return (
    <FormDialog form={form} title={words.title} {...(submit !== undefined && { submit })} onClose={onClose}>
      <Muted>{words.hint}</Muted>
      {plants && (
        <SelectField
          name="proj_code"
          label={words.plant ?? ''}
          required
          searchable
          options={plants.map(({ proj_code, name }) => ({
            value: proj_code,
            label: `${name} · ${proj_code}`,
          }))}
        />
      )}
      {children}
      <FileTextField name="text" fileLabel={words.file} label={words.text} accept={accept} />
    </FormDialog>
  );
}
