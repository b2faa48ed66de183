import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../../../shared/contract/capabilities.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { LANGUAGES } from '../../../../shared/web/i18n/locale.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import { useErrorMessages } from '../refusal-words.ts';
import type { SentInvitation } from './InvitationLink.tsx';
import { PersonFields } from './PersonFields.tsx';
import { seesEveryPlant } from './people.ts';
import { firstRoles, type InvitationValues } from './person-form.ts';
import styles from './users.module.css';

/** Enough of an address to notice a slip; whether it exists only a mail can tell. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface Props {
  onSent: (invitation: SentInvitation) => void;
  onClose: () => void;
}

function useInvitation(onSent: Props['onSent']) {
  const { id_client, roles } = useCompany();
  const words = useErrorMessages();
  const language = useLanguage();
  const form = useForm<InvitationValues>({
    ...onBlurDeferred,
    defaultValues: {
      email: '',
      first_name: '',
      last_name: '',
      roles: firstRoles(roles as readonly Role[]),
      related_plants: [],
      language,
    },
  });
  const { submit, refusal } = useSubmit(form, {
    words,
    act: async (values) => {
      const related_plants = seesEveryPlant(values.roles) ? [] : values.related_plants;
      const body = { ...values, email: values.email.trim(), related_plants };
      const sent = await send(companiesCalls.inviteUser, { body, company: id_client });
      onSent(sent);
    },
  });
  return { form, submit, refusal };
}

type Invitation = ReturnType<typeof useInvitation>;

/** Asks once before somebody is invited who would see nothing; a company without plants has none to choose. */
function useNoPlantQuestion({ form, submit }: Pick<Invitation, 'form' | 'submit'>) {
  const [asking, setAsking] = useState(false);
  const none = useCall(companiesCalls.listCompanyPlants).data?.length === 0;
  const seesNothing = () => {
    const { roles, related_plants } = form.getValues();
    return !none && related_plants.length === 0 && !seesEveryPlant(roles);
  };
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    if (!seesNothing()) return submit();
    if (await form.trigger(undefined, { shouldFocus: true })) setAsking(true);
  };
  const goOn = () => {
    setAsking(false);
    void submit();
  };
  return { asking, invite, goOn, goBack: () => setAsking(false) };
}

/** Invites somebody by email: who has an account joins by the link, who has none registers through it. */
export function InviteDialog({ onSent, onClose }: Props) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const { form, submit, refusal } = useInvitation(onSent);
  const { asking, invite, goOn, goBack } = useNoPlantQuestion({ form, submit });
  const { errors, isSubmitting } = form.formState;
  const names = { it: tc('header.italian'), en: tc('header.english') };
  const checkEmail = (text: string) => {
    if (text.trim() === '') return t('field.insert_email');
    return LOOKS_LIKE_EMAIL.test(text.trim()) || t('field.no_email');
  };
  return (
    <Dialog title={t('invite.title')} size={680} keeps onClose={asking ? goBack : onClose}>
      <form onSubmit={invite} noValidate className={styles.form}>
        <FormError>{refusal}</FormError>
        <div className={styles.pair}>
          <TextInput
            label={t('users.email')}
            type="email"
            autoComplete="off"
            data-autofocus
            error={errors.email?.message}
            {...form.register('email', { validate: checkEmail, maxLength: 254 })}
          />
          <NativeSelect
            label={t('invite.language')}
            data={LANGUAGES.map((value) => ({ value, label: names[value] }))}
            {...form.register('language')}
          />
        </div>
        <PersonFields form={form} />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {t('invite.send')}
          </Button>
        </DialogFooter>
      </form>
      {asking && (
        <ConfirmDialog
          title={t('invite.no_plant_title')}
          confirm={t('invite.no_plant_send')}
          cancel={t('invite.no_plant_choose')}
          onConfirm={goOn}
          onClose={goBack}
        >
          <p>{t('invite.no_plant', { email: form.getValues('email').trim() })}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
