import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type MaintenanceRequest, requestWorkCalls } from '../../maintenance-requests.contract.ts';
import { type Mover, nextStates, type RequestState, stepBetween } from '../../request-states.model.ts';
import { MoveDialog } from './MoveDialog.tsx';

/** As what the person on screen moves requests on. */
export function useMovers(): readonly Mover[] {
  const works = useCan('maintenance.write');
  const keeps = useCan('records.write');
  return [...(works ? (['worker'] as const) : []), ...(keeps ? (['keeper'] as const) : [])];
}

/** What it is called to bring a request into a state from where it is. */
export function useActionWords(): (from: RequestState, to: RequestState) => string {
  const { t } = useTranslation('requests');
  return (from, to) => t(`action.${stepBetween(from, to)?.reason && to !== 'declined' ? 'reopen' : to}`);
}

/** A button for each state into which the person on screen may bring a request. */
export function StateButtons({ request }: { request: MaintenanceRequest }) {
  const { t } = useTranslation('requests');
  const { formMessage } = useErrorMessage('requests');
  const movers = useMovers();
  const actionOf = useActionWords();
  const [asking, setAsking] = useState<RequestState | null>(null);
  const moved = () => toast.saved();
  const moving = useSend(requestWorkCalls.setState, { onDone: moved });
  const { id, state, version } = request;
  const move = (to: RequestState) => {
    if (stepBetween(state, to)?.reason) setAsking(to);
    else moving.mutate({ params: { id: String(id) }, body: { to, version } });
  };
  return (
    <>
      {nextStates(state, movers).map((to) => (
        <Button
          key={to}
          variant={to === 'declined' || stepBetween(state, to)?.reason ? 'default' : 'light'}
          loading={moving.isPending && moving.variables?.body?.to === to}
          onClick={() => move(to)}
        >
          {actionOf(state, to)}
        </Button>
      ))}
      {moving.error && <FormError>{formMessage(moving.error)}</FormError>}
      {asking && (
        <MoveDialog
          request={request}
          to={asking}
          action={asking === 'declined' ? t('action.declined') : t('action.reopen')}
          onDone={moved}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
