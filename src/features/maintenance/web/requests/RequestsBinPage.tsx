import { RecordBookBin } from '../../../../shared/web/record-book/RecordBookBin.tsx';
import { requestsBook } from '../../maintenance-requests.contract.ts';
import { useRequestColumns } from './use-request-columns.tsx';
import { nameOfRequest } from './use-request-words.ts';

/** Deleted requests: restored, or deleted for ever by who may. */
export const RequestsBinPage = () => (
  <RecordBookBin
    book={requestsBook}
    of="/apps/asset/maintenance-requests"
    words="requests"
    columns={useRequestColumns(true)}
    nameOf={nameOfRequest}
  />
);
