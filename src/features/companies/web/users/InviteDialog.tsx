import { useTranslation } from 'react-i18next';
import type { Role } from '../../../../shared/contract/capabilities.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useQuestion } from '../../../../shared/web/forms/use-question.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { LANGUAGES } from '../../../../shared/web/i18n/locale.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { companiesCalls } from '../../companies.contract.ts';
import { companyUserCalls } from '../../company-users.contract.ts';
import type { SentInvitation } from './InvitationLink.tsx';
import { PersonFields } from './PersonFields.tsx';
import { seesEveryPlant } from './people.ts';
import { firstRoles, type InvitationValues } from './person-form.ts';

/** Who would see nothing is invited only after a question; a company without plants has none to choose. */
function useNoPlantQuestion() {
  const { t } = useTranslation('companies');
  const { ask, question } = useQuestion();
  const none = useCall(companiesCalls.listCompanyPlants).data?.length === 0;
  const confirm = ({ email, roles, related_plants }: InvitationValues) =>
    none ||
    related_plants.length > 0 ||
    seesEveryPlant(roles) ||
    ask({
      title: t('invite.no_plant_title'),
      confirm: t('invite.no_plant_send'),
      cancel: t('invite.no_plant_choose'),
      text: t('invite.no_plant', { email: email.trim() }),
    });
  return { confirm, question };
}

interface Props {
  onSent: (invitation: SentInvitation) => void;
  onClose: () => void;
}

/** Invites somebody by email: who has an account joins by the link, who has none registers through it. */
export function InviteDialog({ onSent, onClose }: Props) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const { roles } = useCompany();
  const { confirm, question } = useNoPlantQuestion();
  const names = { it: tc('header.italian'), en: tc('header.english') };
  const form = useRecordForm<typeof companyUserCalls.inviteUser, InvitationValues>({
    call: companyUserCalls.inviteUser,
    record: {
      email: '',
      first_name: '',
      last_name: '',
      roles: firstRoles(roles as readonly Role[]),
      related_plants: [],
      language: useLanguage(),
    },
    toBody: (values) => ({
      ...values,
      related_plants: seesEveryPlant(values.roles) ? [] : values.related_plants,
    }),
    words: 'companies',
    confirm,
    quiet: true,
    onSaved: onSent,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t('invite.title')}
        size={680}
        submit={t('invite.send')}
        onClose={onClose}
      >
        <FieldGrid>
          <TextField name="email" label={t('users.email')} type="email" required data-autofocus />
          <SelectField
            name="language"
            label={t('invite.language')}
            options={LANGUAGES.map((value) => ({ value, label: names[value] }))}
          />
        </FieldGrid>
        <PersonFields roles={form.form.watch('roles')} />
      </FormDialog>
      {question}
    </>
  );
}
