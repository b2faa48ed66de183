import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Divided } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type CompanyUser, companyUserCalls } from '../../company-users.contract.ts';
import { MadeThings } from './MadeThings.tsx';
import { PersonFields } from './PersonFields.tsx';
import { nameOf } from './people.ts';
import type { PersonValues } from './person-form.ts';
import { useMade } from './use-made.ts';

interface Props {
  user: CompanyUser;
  lastOwner: boolean;
  onClose: () => void;
}

const valuesOf = ({ first_name, last_name, roles, related_plants }: PersonValues): PersonValues => ({
  first_name,
  last_name,
  roles,
  related_plants,
});

/** Changes name, roles and plants of somebody in the company. */
export function EditUserDialog({ user, lastOwner, onClose }: Props) {
  const { t } = useTranslation('companies');
  const form = useRecordForm({
    call: companyUserCalls.updateUser,
    params: { id: String(user.id) },
    record: user,
    toValues: valuesOf,
    toBody: (values) => ({ ...values, revoke: made.chosen }),
    words: 'companies',
    quiet: true,
    onSaved: (saved) => {
      toast.saved(nameOf(saved));
      onClose();
    },
  });
  const roles = form.form.watch('roles');
  const made = useMade(user.id, roles);
  return (
    <FormDialog form={form} title={nameOf(user)} size={680} ready={made.chosen.length > 0} onClose={onClose}>
      <Muted size="md">{user.email}</Muted>
      <PersonFields roles={roles} lastOwner={lastOwner} />
      {made.things.length > 0 && (
        <Divided>
          <p>{t('made.beyond', { name: nameOf(user) })}</p>
          <MadeThings things={made.things} chosen={made.chosen} onChange={made.choose} />
        </Divided>
      )}
    </FormDialog>
  );
}
