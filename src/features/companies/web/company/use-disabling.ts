import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { Company } from '../../companies.model.ts';

/** Disables a company and leaves it. // spec §4 */
export function useDisabling({ id_client, name }: Pick<Company, 'id_client' | 'name'>) {
  const { t } = useTranslation('companies');
  const { leave } = useBelonging();
  return useMutation({
    mutationFn: () =>
      leave(id_client, 'disabled', () =>
        send(companiesCalls.disable, {
          params: { id_client: String(id_client) },
          body: { enabled: false },
          company: id_client,
        }),
      ),
    onSuccess: () => toast.done(t('disable.done', { name })),
  });
}
