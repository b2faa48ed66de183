import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Board } from '../../../../shared/web/record-book/Board.tsx';
import { RecordLink } from '../../../../shared/web/record-book/RecordLink.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import {
  type MaintenanceRequest,
  maintenanceRequestsCalls,
  requestWorkCalls,
} from '../../maintenance-requests.contract.ts';
import { nextStates, REQUEST_STATES, type RequestState, stepBetween } from '../../request-states.model.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { PriorityMark } from './PriorityMark.tsx';
import { type RequestsAddress, requestFiltersOf } from './requests-list.ts';
import { useActionWords, useMovers } from './StateButtons.tsx';
import { Due } from './use-request-columns.tsx';
import { nameOfRequest } from './use-request-words.ts';

/** Nobody said why. */
const UNSAID = new CallError(400, {
  code: 'invalid',
  errors: [{ path: '', message: 'Say why', code: 'reason_missing' }],
});

/** Cards that a board shows; the others stand in the list. */
const MOST = 500;

const isState = (text: string): text is RequestState => (REQUEST_STATES as readonly string[]).includes(text);

function Card({ request }: { request: MaintenanceRequest }) {
  return (
    <>
      <RecordLink id={request.id}>{nameOfRequest(request)}</RecordLink>
      <Muted as="div">{request.plant}</Muted>
      <div>
        <PriorityMark priority={request.priority} />
      </div>
      {request.assigned_to && <Muted as="div">{request.assigned_to}</Muted>}
      {request.due_at && (
        <div>
          <Due request={request} />
        </div>
      )}
    </>
  );
}

/** A reason that is asked for while a card waits: the card goes back where nobody gives it. */
interface Asked {
  readonly request: MaintenanceRequest;
  readonly to: RequestState;
  readonly done: () => void;
  readonly leave: () => void;
}

/** Requests by state, moved from one to the next. */
export function RequestsBoard({ state }: { state: RequestsAddress }) {
  const { t } = useTranslation('requests');
  const { id_client: company } = useCompany();
  const movers = useMovers();
  const actionOf = useActionWords();
  const [asked, setAsked] = useState<Asked | null>(null);
  const filters = requestFiltersOf(state.search);
  const query = useCall(maintenanceRequestsCalls.list, {
    query: { ...filters, page: '1', page_size: String(MOST) },
  });
  const move = (request: MaintenanceRequest, to: string): Promise<unknown> => {
    if (!isState(to)) return Promise.resolve();
    const { id } = request;
    // What a card says may be a move old: the step itself is judged by the state that is stored.
    if (!stepBetween(request.state, to)?.reason)
      return send(requestWorkCalls.setState, { params: { id: String(id) }, body: { to }, company });
    return new Promise<void>((done, failed) => {
      setAsked({ request, to, done, leave: () => failed(UNSAID) });
    });
  };
  return (
    <Known query={query} height={400}>
      {({ results, count }) => (
        <>
          <Board<MaintenanceRequest>
            label={t('board.label')}
            words="requests"
            columns={REQUEST_STATES.map((id) => ({ id, title: t(`request.state.${id}`) }))}
            cards={results}
            keyOf={({ id }) => id}
            nameOf={nameOfRequest}
            columnOf={(request) => request.state}
            card={(request) => <Card request={request} />}
            mayMove={(request, to) => isState(to) && nextStates(request.state, movers).includes(to)}
            onMove={move}
          />
          {count > results.length && <Muted>{t('board.more', { count: count - results.length })}</Muted>}
          {asked && (
            <MoveDialog
              request={asked.request}
              to={asked.to}
              action={actionOf(asked.request.state, asked.to)}
              onDone={asked.done}
              onClose={() => {
                asked.leave();
                setAsked(null);
              }}
            />
          )}
        </>
      )}
    </Known>
  );
}
