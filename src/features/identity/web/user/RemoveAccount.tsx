import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import { identityCalls } from '../../identity.contract.ts';
import type { User } from '../../user.model.ts';
import { CurrentPassword } from '../forms/PasswordField.tsx';
import { useRules } from '../forms/rules.ts';
import { signOut } from '../use-user.ts';

/** The companies that would be left without an owner, by name. */
function ownerless({ problem }: CallError): string[] {
  const { companies } = problem;
  return Array.isArray(companies) ? companies.map(({ name }) => String(name)) : [];
}

function LastOwner({ companies }: { companies: readonly string[] }) {
  const { t } = useTranslation('identity');
  return (
    <>
      <p>{t('data.last_owner')}</p>
      <ul>
        {companies.map((company) => (
          <li key={company}>{company}</li>
        ))}
      </ul>
    </>
  );
}

/** Asks twice before an account is removed: for the address, letter by letter, and for the password. */
export function RemoveAccount({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const rules = useRules();
  const form = useActionForm({
    values: { typed: '', current_password: '' },
    words: 'identity',
    focus: 'current_password',
    messageFor: (fault) => {
      const companies = ownerless(fault);
      return companies.length > 0 ? <LastOwner companies={companies} /> : undefined;
    },
    act: async ({ current_password }) => {
      await send(identityCalls.removeUser, { params: { id: String(user.id) }, body: { current_password } });
      await navigate({ to: '/login', search: { after: 'removed' }, replace: true });
      await signOut();
    },
  });
  const typed = useWatch({ control: form.form.control, name: 'typed' });
  const ready = typed.trim().toLowerCase() === user.email.toLowerCase();
  return (
    <Dialog title={t('data.remove')} size={460} keeps onClose={onClose}>
      <ActionForm form={form}>
        <p>{t('data.remove_warning')}</p>
        <TextField
          data-autofocus
          name="typed"
          label={common('confirm.type', { text: user.email })}
          rule={rules.required}
          autoCapitalize="off"
          spellCheck={false}
        />
        <CurrentPassword />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" color="red" loading={form.busy} disabled={!ready}>
            {t('data.remove')}
          </Button>
        </DialogFooter>
      </ActionForm>
    </Dialog>
  );
}
