import { RecordBookBin } from '../../../shared/web/record-book/RecordBookBin.tsx';
import { downtimeName } from '../downtime-name.model.ts';
import { downtimeBook } from '../downtimes.contract.ts';
import { useDowntimeColumns } from './list/use-downtime-columns.tsx';

/** Deleted downtimes: restored, or deleted for ever by who may. */
export const DowntimesBinPage = () => (
  <RecordBookBin
    book={downtimeBook}
    of="/apps/asset/downtimes"
    words="downtimes"
    columns={useDowntimeColumns(true)}
    nameOf={downtimeName}
  />
);
