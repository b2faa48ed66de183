import { Anchor, Button, List, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NEEDS_SECOND_FACTOR } from '../../../../shared/contract/capabilities.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Labelled, Muted } from '../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { Company } from '../../companies.model.ts';
import type { CompanyUser } from '../../company-users.contract.ts';
import { useErrorMessages } from '../refusal-words.ts';
import { nameOf } from '../users/people.ts';
import { useCompanyChange } from './use-company-change.ts';

/** Those whom the demand would keep out until they switch a second factor on. */
const keptOut = (users: readonly CompanyUser[]): CompanyUser[] =>
  users.filter(
    (user) => !user.second_factor && NEEDS_SECOND_FACTOR.some((role) => user.roles.includes(role)),
  );

interface DialogProps {
  affected: readonly CompanyUser[];
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says who will be kept out before the demand is made. */
function DemandDialog({ affected, busy, onConfirm, onClose }: DialogProps) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  return (
    <Dialog title={t('factor.confirm_title')} size={460} small onClose={onClose}>
      <p>{t('factor.confirm')}</p>
      {affected.length > 0 && (
        <Labelled label={t('factor.kept_out', { count: affected.length })}>
          <List mah={200} style={{ overflowY: 'auto' }}>
            {affected.map((user) => (
              <List.Item key={user.id}>{nameOf(user)}</List.Item>
            ))}
          </List>
        </Labelled>
      )}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {tc('cancel')}
        </Button>
        <Button loading={busy} onClick={onConfirm} data-autofocus>
          {t('factor.demand')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function useDemand({ id_client, version }: Company, onSettled: () => void) {
  const save = useCompanyChange();
  return useMutation({
    mutationFn: (second_factor_required: boolean) => save(id_client, { second_factor_required, version }),
    onSuccess: () => toast.saved(),
    onSettled,
  });
}

/** Whether those who administer or switch things must have a second factor. */
export function SecondFactorDemand({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const { formMessage } = useErrorMessages();
  const { user_id } = useBelonging();
  const users = useCall(companiesCalls.listUsers).data ?? [];
  const [asking, setAsking] = useState(false);
  const demand = useDemand(company, () => setAsking(false));
  const demanded = company.second_factor_required;
  const locksOneselfOut =
    !demanded && users.some(({ id, second_factor }) => id === user_id && !second_factor);
  return (
    <Section title={t('factor.title')}>
      <Switch
        label={t('factor.label')}
        description={t('factor.hint')}
        checked={demanded}
        disabled={demand.isPending || locksOneselfOut}
        error={demand.error ? formMessage(demand.error) : undefined}
        onChange={(event) => (event.currentTarget.checked ? setAsking(true) : demand.mutate(false))}
      />
      {locksOneselfOut && (
        <Muted>
          {t('factor.own_first')}{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(root) => <Link to="/user" hash="second-factor" {...root} />}
          >
            {t('factor.own_link')}
          </Anchor>
        </Muted>
      )}
      {asking && (
        <DemandDialog
          affected={keptOut(users)}
          busy={demand.isPending}
          onConfirm={() => demand.mutate(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
