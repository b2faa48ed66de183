import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useLoad } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Board } from '../../../../shared/web/record-book/Board.tsx';
import { RecordLink } from '../../../../shared/web/record-book/RecordLink.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import {
  type MaintenanceRequest,
  maintenanceRequestsCalls,
  requestWorkCalls,
} from '../../maintenance-requests.contract.ts';
import { nextStates, REQUEST_STATES, type RequestState, stepBetween } from '../../request-states.model.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { PriorityMark } from './PriorityMark.tsx';
import { type RequestsAddress, useRequestsAsk } from './requests-list.ts';
import { useActionWords, useMovers } from './StateButtons.tsx';
import { Due } from './use-request-columns.tsx';
import { nameOfRequest } from './use-request-words.ts';

/** Nobody said why. */
const UNSAID = new CallError(400, {
  code: 'invalid',
  errors: [{ path: '', message: 'Say why', code: 'reason_missing' }],
});

/** Cards that a column shows; the others stand in the list. */
const MOST = 100;

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

interface Column {
  readonly of: RequestState;
  readonly count: number;
  readonly results: readonly MaintenanceRequest[];
  /** Why what is in this state could not be loaded. */
  readonly fault?: unknown;
}

/** The states that the filters let be seen. */
function statesOf(asked: string | undefined): readonly RequestState[] {
  if (!asked) return REQUEST_STATES;
  return REQUEST_STATES.filter((one) => asked.split(',').includes(one));
}

/**
 * The newest requests of each state: closed ones, of which there are ever more, push none of the others off the board. A state that
 * could not be loaded leaves the others alone and keeps what it had; where none could, the question failed.
 */
function useColumns({ search }: RequestsAddress) {
  const filters = useRequestsAsk()(search);
  const loaded = useRef(new Map<string, Column>());
  return useLoad<Column[]>({
    name: 'maintenance-requests-board',
    input: filters,
    of: [maintenanceRequestsCalls.list],
    load: async (ask) => {
      const columns = await Promise.all(
        statesOf(filters.state).map(async (of): Promise<Column> => {
          const query = { ...filters, state: of, page: '1', page_size: String(MOST) };
          const key = JSON.stringify(query);
          try {
            const column: Column = { of, ...(await ask(maintenanceRequestsCalls.list, { query })) };
            loaded.current.set(key, column);
            return column;
          } catch (fault) {
            return { ...(loaded.current.get(key) ?? { of, count: 0, results: [] }), fault };
          }
        }),
      );
      if (columns.every(({ fault }) => fault !== undefined)) throw columns[0]?.fault;
      return columns;
    },
  });
}

/** How many a column has beside those that it shows; null where it shows no state, or one that could not be loaded. */
const othersOf = (column: Column | undefined): number | null =>
  column === undefined || column.fault !== undefined ? null : column.count - column.results.length;

interface FootProps {
  state: RequestsAddress;
  column: Column | undefined;
  onRetry: () => void;
}

/** How many more are in a state and the way to them, or why none of it is shown. */
function Foot({ state, column, onRetry }: FootProps) {
  const { t } = useTranslation('requests');
  if (!column) return <Muted>{t('board.filtered')}</Muted>;
  if (column.fault !== undefined) return <ErrorState error={column.fault} onRetry={onRetry} />;
  const rest = othersOf(column) ?? 0;
  if (rest <= 0) return null;
  const { open: _, form: __, ...search } = state.search;
  return (
    <Link
      to="/apps/asset/maintenance-requests"
      search={{ ...search, view: 'list', state: column.of } as never}
      preload={false}
    >
      {t('board.more', { count: rest })}
    </Link>
  );
}

/** A reason that is asked for while a card waits: the card goes back where nobody gives it. */
interface StateChange {
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
  const [asked, setAsked] = useState<StateChange | null>(null);
  const query = useColumns(state);
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
      {(columns) => (
        <>
          <Board<MaintenanceRequest>
            label={t('board.label')}
            words="requests"
            columns={REQUEST_STATES.map((id) => ({
              id,
              title: t(`request.state.${id}`),
              others: othersOf(columns.find(({ of }) => of === id)),
            }))}
            cards={columns.flatMap(({ results }) => results)}
            keyOf={({ id }) => id}
            nameOf={nameOfRequest}
            columnOf={(request) => request.state}
            card={(request) => <Card request={request} />}
            mayMove={(request, to) => isState(to) && nextStates(request.state, movers).includes(to)}
            onMove={move}
            foot={(id) => (
              <Foot
                state={state}
                column={columns.find(({ of }) => of === id)}
                onRetry={() => void query.refetch()}
              />
            )}
          />
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
