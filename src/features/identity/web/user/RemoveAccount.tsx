import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { identityCalls } from '../../identity.contract.ts';
import type { User } from '../../user.model.ts';
import { CurrentPassword } from '../forms/AccountForm.tsx';
import { FormBox } from '../forms/FormBox.tsx';
import { useRules } from '../forms/rules.ts';
import { useAccountSubmit } from '../forms/use-account-submit.ts';
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
  const form = useForm({ ...onBlurDeferred, defaultValues: { typed: '', current_password: '' } });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'typed' });
  const { submit, refusal } = useAccountSubmit(form, {
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
  const ready = typed.trim().toLowerCase() === user.email.toLowerCase();
  return (
    <Dialog title={t('data.remove')} size={460} keeps onClose={onClose}>
      <FormBox form={form} onSubmit={submit} refusal={refusal}>
        <p>{t('data.remove_warning')}</p>
        <TextInput
          data-autofocus
          label={common('confirm.type', { text: user.email })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={errors.typed?.message}
          {...form.register('typed', { validate: rules.required })}
        />
        <CurrentPassword />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" color="red" loading={isSubmitting} disabled={!ready}>
            {t('data.remove')}
          </Button>
        </DialogFooter>
      </FormBox>
    </Dialog>
  );
}
