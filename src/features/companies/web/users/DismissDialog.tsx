import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useBelonging, useCompany } from '../../../../shared/web/company/context.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { accountCalls } from '../../../identity/account.contract.ts';
import type { CompanyUser } from '../../company-users.contract.ts';
import { useErrorMessages } from '../refusal-words.ts';
import { MadeThings } from './MadeThings.tsx';
import { nameOf } from './people.ts';
import { useMade } from './use-made.ts';

interface Props {
  user: CompanyUser;
  onClose: () => void;
}

function useDismissal({ user, onClose }: Props, revoke: readonly string[]) {
  const { t } = useTranslation('companies');
  const { id_client } = useCompany();
  const { user_id, leave } = useBelonging();
  const action = () =>
    // A place in a company is declared beside the account. // spec §7
    send(accountCalls.dismiss, {
      params: { id: String(user.id) },
      body: { revoke: [...revoke] },
      company: id_client,
    });
  return useMutation({
    mutationFn: () => (user.id === user_id ? leave(id_client, 'left', action) : action()),
    onSuccess: () => {
      toast.done(t('dismiss.done', { name: nameOf(user) }));
      onClose();
    },
  });
}

/** Takes somebody out of the company, after asking; oneself, too. */
export function DismissDialog(props: Props) {
  const { user, onClose } = props;
  const { t } = useTranslation('companies');
  const { formMessage } = useErrorMessages();
  const { name: company } = useCompany();
  const self = useBelonging().user_id === user.id;
  const made = useMade(user.id, []);
  const dismissal = useDismissal(props, made.chosen);
  const name = nameOf(user);
  return (
    <ConfirmDialog
      title={self ? t('dismiss.self_title', { company }) : t('dismiss.title', { name })}
      confirm={self ? t('dismiss.self_confirm') : t('dismiss.confirm')}
      wide={made.things.length > 0}
      busy={dismissal.isPending || made.isPending}
      fault={dismissal.error && formMessage(dismissal.error)}
      onConfirm={() => dismissal.mutate()}
      onClose={onClose}
    >
      <p>{self ? t('dismiss.self_text') : t('dismiss.text', { name, company })}</p>
      {made.error && <ErrorState error={made.error} onRetry={() => void made.refetch()} />}
      {made.things.length > 0 && (
        <>
          <p>{self ? t('made.own') : t('made.theirs', { name })}</p>
          <MadeThings things={made.things} chosen={made.chosen} onChange={made.choose} />
        </>
      )}
    </ConfirmDialog>
  );
}
