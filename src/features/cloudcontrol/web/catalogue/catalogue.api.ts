import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';

/** Words stand in nearly every answer: whatever the browser keeps of the company is old once one was changed. */
export const invalidateWords = (company: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: companyKey(company) });
