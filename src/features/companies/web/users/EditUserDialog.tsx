import { Button } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { useSubmit } from '../../../../shared/web/forms/use-submit.ts';
import { useRoleLabels } from '../../../../shared/web/i18n/use-role-words.ts';
import { ConflictNotice, type Difference } from '../../../../shared/web/ui/ConflictNotice.tsx';
import { Dialog, DialogFooter } from '../../../../shared/web/ui/Dialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { companiesCalls } from '../../companies.contract.ts';
import { CompanyUser } from '../../company-users.contract.ts';
import { useErrorMessages } from '../refusal-words.ts';
import { MadeThings } from './MadeThings.tsx';
import { PersonFields } from './PersonFields.tsx';
import { nameOf, plantsNamed, seesEveryPlant } from './people.ts';
import type { PersonValues } from './person-form.ts';
import { useMade } from './use-made.ts';
import styles from './users.module.css';

interface Props {
  user: CompanyUser;
  lastOwner: boolean;
  onClose: () => void;
}

function valuesOf({ first_name, last_name, roles, related_plants }: PersonValues): PersonValues {
  return { first_name, last_name, roles, related_plants };
}

/** The version that somebody else saved in the meantime, as the server hands it over with its refusal. */
function storedIn(fault: CallError): CompanyUser | null {
  if (fault.status !== 409) return null;
  const stored = CompanyUser.safeParse(fault.problem.stored);
  return stored.success ? stored.data : null;
}

/** Fields in which what is typed and what is stored differ, in words. */
function useDifferences(): (mine: PersonValues, theirs: PersonValues) => Difference[] {
  const { t } = useTranslation('companies');
  const roleLabels = useRoleLabels();
  const plants = useCall(companiesCalls.listCompanyPlants).data ?? [];
  const plantWords = ({ roles, related_plants }: PersonValues) =>
    seesEveryPlant(roles)
      ? t('users.all_plants')
      : plantsNamed(related_plants, plants)
          .map(({ name }) => name)
          .join(', ');
  return (mine, theirs) =>
    [
      { label: t('users.first_name'), mine: mine.first_name.trim(), theirs: theirs.first_name },
      { label: t('users.last_name'), mine: mine.last_name.trim(), theirs: theirs.last_name },
      { label: t('users.roles'), mine: roleLabels(mine.roles), theirs: roleLabels(theirs.roles) },
      { label: t('users.plants'), mine: plantWords(mine), theirs: plantWords(theirs) },
    ].filter((one) => one.mine !== one.theirs);
}

function useEditing({ user, onClose }: Props) {
  const { id_client } = useCompany();
  const words = useErrorMessages();
  const [theirs, setTheirs] = useState<CompanyUser | null>(null);
  const form = useForm<PersonValues>({ ...onBlurDeferred, defaultValues: valuesOf(user) });
  const made = useMade(user.id, form.watch('roles'));
  const { submit, refusal } = useSubmit(form, {
    words,
    act: async (values) => {
      const { version } = theirs ?? user;
      const params = { id: String(user.id) };
      const body = { ...values, version, revoke: made.chosen };
      await send(companiesCalls.updateUser, { params, body, company: id_client });
      toast.saved(nameOf({ ...user, ...values }));
      onClose();
    },
    take: (fault) => {
      const stored = storedIn(fault);
      setTheirs(stored);
      return stored !== null;
    },
  });
  return { form, submit, refusal, theirs, made };
}

/** Changes name, roles and plants of somebody in the company. */
export function EditUserDialog(props: Props) {
  const { user, lastOwner, onClose } = props;
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const { form, submit, refusal, theirs, made } = useEditing(props);
  const differences = useDifferences();
  const { isSubmitting } = form.formState;
  return (
    <Dialog title={nameOf(user)} size={680} keeps onClose={onClose}>
      <form onSubmit={submit} noValidate className={styles.form}>
        <p className="muted">{user.email}</p>
        <FormError>{refusal}</FormError>
        {theirs && (
          <ConflictNotice
            differences={differences(form.getValues(), theirs)}
            busy={isSubmitting}
            onMine={submit}
            onTheirs={onClose}
          />
        )}
        <PersonFields form={form} lastOwner={lastOwner} />
        {made.things.length > 0 && (
          <section className={styles.made}>
            <p>{t('made.beyond', { name: nameOf(user) })}</p>
            <MadeThings things={made.things} chosen={made.chosen} onChange={made.choose} />
          </section>
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {tc('save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
