import { CallError } from '../../contract/client.ts';
import type { Samples } from '../kit/samples.ts';
import { ActionButtons, ActionForm } from './ActionForm.tsx';
import { TextField } from './fields/TextField.tsx';
import { useActionForm } from './use-action-form.ts';

function Sample({ refused, wide = false }: { refused?: boolean; wide?: boolean }) {
  const form = useActionForm({
    values: { code: '' },
    words: 'common',
    act: async () => {
      if (refused) throw new CallError(0, {});
    },
  });
  const rule = (text: string) => /^\d{6}$/.test(text) || 'Six digits';
  return (
    <ActionForm form={form} label={wide ? 'Code, wide' : 'Code'}>
      <TextField name="code" label="Code" rule={rule} />
      <ActionButtons form={form} submit="Go on" {...(wide ? { wide } : { onCancel: () => undefined })} />
    </ActionForm>
  );
}

export const samples: Samples = {
  title: 'Action form',
  states: {
    'beside a way back': () => <Sample />,
    'a page that is nothing else; the server cannot be reached': () => <Sample refused wide />,
  },
};
