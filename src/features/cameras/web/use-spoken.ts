import type { AnyCall, In } from '../../../shared/contract/call.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';

/** Sends what a form holds; where that fails, the call's own sentence is said beside the reason in the form. // spec §8 */
export function useSpoken<C extends AnyCall>(call: C, given: { params?: In<C['params']> }, sentence: string) {
  const company = useCompany().id_client;
  return async (body: In<C['body']>): Promise<unknown> => {
    try {
      return await send<AnyCall>(call, { ...given, body, company });
    } catch (fault) {
      toast.failed(sentence);
      throw fault;
    }
  };
}
