import { Link } from '@tanstack/react-router';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { MaintenanceRequest } from '../../maintenance-requests.contract.ts';
import { MoreOf } from './MoreOf.tsx';
import { lookOf, nameOfRequest, useRequestWords } from './use-request-words.ts';

const PAGE = '/apps/asset/maintenance-requests';

interface Props {
  requests: readonly MaintenanceRequest[];
  /** How many there are, and what the list is narrowed by to show all of them. */
  count: number;
  search: object;
}

/** Requests, each with its state and a link to it, and the way to those that are not among them. */
export function LinkedRequests({ requests, count, search }: Props) {
  const words = useRequestWords();
  return (
    <>
      {requests.map((request) => (
        <div key={request.id}>
          <Link to={PAGE} search={{ open: String(request.id) } as never} preload={false}>
            {nameOfRequest(request)}
          </Link>{' '}
          <StatePill state={lookOf(request.state)} label={words.state(request.state)} />
        </div>
      ))}
      <MoreOf count={count - requests.length} to={PAGE} search={search} />
    </>
  );
}
