import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { In } from '../../../../../../shared/contract/call.ts';
import { CallError } from '../../../../../../shared/contract/client.ts';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../../../shared/web/ui/toast.ts';
import type { changesCalls } from '../../../../changes.contract.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import { fetchDetails, patchVariables } from '../../writes.ts';

type Body = In<(typeof changesCalls)['changeVariables']['body']>;
export type BulkChange = Partial<Pick<ConfiguredVariable, 'poll' | 'enabled' | 'factor' | 'group_name'>>;

/** What was changed last, and with what it is taken back. */
interface Done {
  count: number;
  back: Body;
}

export interface Bulk {
  busy: boolean;
  fault: string | null;
  last: Done | null;
  change: (variables: readonly ConfiguredVariable[], to: BulkChange) => Promise<void>;
  /** Answers whether they are deleted. */
  remove: (variables: readonly ConfiguredVariable[]) => Promise<boolean>;
  undo: () => Promise<void>;
}

/** Changes several variables of a device in one go: all or none; the last change can be taken back as a whole. */
export function useBulk({ device }: DeviceDetails): Bulk {
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [last, setLast] = useState<Done | null>(null);
  const { t } = useTranslation('field');
  const send = async (body: Body): Promise<DeviceDetails | null> => {
    setBusy(true);
    setFault(null);
    try {
      const stored = await patchVariables(company, device.id, body);
      if (body.remove) toast.deleted(t('bulk.removed', { count: body.remove.length }));
      else toast.saved(t('bulk.changed', { count: body.change?.length ?? 0 }));
      return stored;
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal;
      setFault(formMessage(refusal));
      // Somebody was faster: what is stored now is shown, and pressing again is upon that.
      if (refusal.status === 409) await fetchDetails(company, device.id).catch(() => null);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    fault,
    last,
    change: async (variables, to) => {
      const stored = await send({ change: variables.map(({ id, version }) => ({ id, version, ...to })) });
      if (!stored) return;
      const versions = new Map(stored.variables.map(({ id, version }) => [id, version]));
      const before = (one: ConfiguredVariable) =>
        Object.fromEntries(Object.keys(to).map((name) => [name, one[name as keyof BulkChange]]));
      const back = variables.map((one) => ({ ...before(one), id: one.id, version: versions.get(one.id) }));
      setLast({ count: variables.length, back: { change: back } });
    },
    remove: async (variables) => {
      const stored = await send({ remove: variables.map(({ id }) => id) });
      if (stored) setLast(null);
      return stored !== null;
    },
    undo: async () => {
      if (last && (await send(last.back))) setLast(null);
    },
  };
}
