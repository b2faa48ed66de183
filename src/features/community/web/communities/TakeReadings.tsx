import { Button, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { measuredCalls, type ReadingsTaken } from '../../measured.contract.ts';
import { useMonthsSoFar } from '../statements/past-months.ts';

/** Whose meter tells how many hours, and what stands in the way of those that are told by none. */
function Pods({ taken }: { taken: ReadingsTaken }) {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  const share = (known: number, expected: number) =>
    expected === 0
      ? '–'
      : `${number(known, 0)} / ${number(expected, 0)} (${number((100 * known) / expected, 1)} %)`;
  return (
    <PlainTable
      label={t('readings.table')}
      stacked
      head={[
        t('readings.of'),
        t('readings.direction'),
        t('readings.meter'),
        { text: t('readings.known'), number: true },
        { text: t('readings.file'), number: true },
      ]}
    >
      {taken.pods.map(({ pod, direction, name, plant, state, ...hours }) => (
        <tr key={`${direction} ${pod} ${name}`}>
          <th scope="row">
            {name}
            <Muted as="div">{pod || t('readings.without_pod')}</Muted>
          </th>
          <td data-short data-label={t('readings.direction')}>
            {t(`readings.${direction}`)}
          </td>
          <td data-label={t('readings.meter')}>
            {state === 'taken' ? plant : t(`readings.state.${state}`, { plant })}
          </td>
          <td data-label={t('readings.known')} data-number>
            {state === 'taken' ? share(hours.known_hours, hours.expected_hours) : '–'}
          </td>
          <td data-label={t('readings.file')} data-number>
            {number(hours.file_hours, 0)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

function Tried({ taken }: { taken: ReadingsTaken }) {
  const { t } = useTranslation('community');
  const { number } = useFormat();
  return (
    <Stack gap={12}>
      {taken.so_far && <Note tone="warning">{t('readings.so_far')}</Note>}
      {taken.pods.length > 0 && <Pods taken={taken} />}
      {taken.unlinked_pods > 0 && (
        <Muted>
          {t('readings.unlinked', { count: taken.unlinked_pods, shown: number(taken.unlinked_pods, 0) })}
        </Muted>
      )}
      {taken.removed_pods > 0 && (
        <Note tone="warning">
          {t('readings.removed', { count: taken.removed_pods, shown: number(taken.removed_pods, 0) })}
        </Note>
      )}
      <Muted>{t('readings.rule')}</Muted>
    </Stack>
  );
}

/** A month's hours from the meters that the portal reads: looked at first, then stored as a whole. */
export function TakeReadings({ community, onClose }: { community: number; onClose: () => void }) {
  const { t } = useTranslation('community');
  const { formMessage } = useErrorMessage('community');
  const { number } = useFormat();
  const { id_client: company } = useCompany();
  const months = useMonthsSoFar();
  const [chosen, setMonth] = useState<string | null>(null);
  // Mostly the month that is over.
  const month = chosen ?? months[1]?.value ?? '';
  const query = useCall(measuredCalls.readings, { query: { community: String(community), month } });
  const storing = useMutation({
    mutationFn: () => send(measuredCalls.takeReadings, { body: { community, month }, company }),
    onSuccess: ({ pods }) => {
      const hours = pods.reduce((sum, { known_hours }) => sum + known_hours, 0);
      const count = pods.filter(({ state }) => state === 'taken').length;
      toast.saved(t('readings.done', { hours: number(hours, 0), count }));
      onClose();
    },
  });
  const some =
    query.data !== undefined &&
    (query.data.removed_pods > 0 || query.data.pods.some(({ known_hours }) => known_hours > 0));
  return (
    <Dialog title={t('readings.title')} size={860} keeps onClose={onClose}>
      <Stack gap={12}>
        <Select
          label={t('readings.month')}
          data={months}
          value={month}
          allowDeselect={false}
          onChange={setMonth}
          w={240}
        />
        <FormError>{storing.error && formMessage(storing.error)}</FormError>
        <Known query={query} height={240}>
          {(taken) => <Tried taken={taken} />}
        </Known>
      </Stack>
      <DialogFooter text={t(query.data && !some ? 'readings.nothing' : 'import.whole')}>
        <Button disabled={!some} loading={storing.isPending} onClick={() => storing.mutate()}>
          {t('import.store')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
