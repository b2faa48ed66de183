import type { CSSProperties, ReactNode } from 'react';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormFooter } from './FormPage.tsx';
import type { RecordForm } from './use-record-form.ts';
import { mayLeave } from './use-unsaved.ts';

interface Props {
  form: RecordForm;
  title: string;
  width?: number;
  onClose: () => void;
  children: ReactNode;
}

/** A record's form in a drawer beside the page; closing it asks first where something is not saved. */
export function FormDrawer({ form, title, width = 560, onClose, children }: Props) {
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  return (
    <SideDrawer title={title} side="right" width={width} opened form onClose={() => void close()}>
      <div style={{ '--form-padding': '16px' } as CSSProperties}>
        <FormFrame form={form} label={title}>
          {children}
          <FormFooter form={form} />
        </FormFrame>
      </div>
    </SideDrawer>
  );
}
