import { companyList } from '../../contract/company-list.ts';
import { callKey } from '../api/call-key.ts';
import { keepAnswer } from '../api/kept-answers.ts';
import { queryClient } from '../api/query-client.ts';
import { CompanyProvider } from '../company/context.tsx';
import type { Samples } from '../kit/samples.ts';
import { BinList, FIRST_PAGE } from './BinList.tsx';

const COLUMNS = [{ id: 'name', header: 'Name', names: true, value: ({ name }: { name: string }) => name }];

/** A bin whose page is known already: no server answers here. */
function Bin({ company, rows }: { company: number; rows: readonly string[] }) {
  const { calls } = companyList({
    path: '/kit',
    topic: 'kit',
    read: 'asset.read',
    write: 'records.write',
    one: 'row',
    many: 'rows',
  });
  const results = rows.map((name, i) => ({
    id: i + 1,
    name,
    description: '',
    version: 1,
    deleted_at: '2026-11-20T10:00:00Z',
  }));
  queryClient.setQueryDefaults(callKey(company, calls.listBin, FIRST_PAGE), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  keepAnswer(company, calls.listBin, FIRST_PAGE, { count: rows.length, next: null, previous: null, results });
  return (
    <CompanyProvider
      company={{
        id_client: company,
        name: 'Kit',
        telephone: '',
        company_slug: 'kit',
        tag_key: 'kit',
        roles: [],
      }}
    >
      <BinList
        label="Bin"
        columns={COLUMNS}
        calls={{ list: calls.listBin, restore: calls.restore, purge: calls.purge }}
        words="common"
      />
    </CompanyProvider>
  );
}

export const samples: Samples = {
  title: 'Bin',
  states: {
    rows: () => <Bin company={1} rows={['Panel washing', 'Scheduled work']} />,
    empty: () => <Bin company={2} rows={[]} />,
  },
};
