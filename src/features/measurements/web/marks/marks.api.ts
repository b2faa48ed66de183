import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../../../shared/contract/client.ts';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { transport } from '../../../../shared/web/api/transport.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { readingMarksCalls } from '../../reading-marks.contract.ts';

export const marksApi = client(readingMarksCalls, transport);

/** Marks of a plant that are listed at once; older ones than these are a rare sight. */
const MAX = '200';

/** The ranges of a plant's readings that people declared bad. */
export function useMarks(proj_code: string, undone: boolean) {
  const company = useCompany().id_client;
  return useQuery({
    queryKey: companyKey(company, 'marks', proj_code, String(undone)),
    queryFn: ({ signal }) =>
      marksApi.list({
        query: { proj_code, undone: undone ? 'true' : 'false', page_size: MAX },
        company,
        signal,
      }),
  });
}

/** What has changed for everybody who looks: the list, the charts and the plant's figures. */
export async function invalidateAfterMark(company: number): Promise<void> {
  await Promise.all(
    ['marks', 'chart', 'plant'].map((kind) =>
      queryClient.invalidateQueries({ queryKey: companyKey(company, kind) }),
    ),
  );
}

/** Lets the readings of a mark count again. */
export function useUndo() {
  const company = useCompany().id_client;
  return useMutation({
    mutationFn: (id: number) => marksApi.undo({ params: { id: String(id) }, company }),
    onSettled: () => invalidateAfterMark(company),
  });
}
