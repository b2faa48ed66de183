import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Channels, notificationsCalls } from '../../../shared/contract/notifications.contract.ts';
import { useCall, useSend } from '../../../shared/web/api/use-call.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Panel } from '../../../shared/web/page/Panel.tsx';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';

const WAYS = ['bell', 'mail', 'digest'] as const;

interface KindProps {
  kind: string;
  label: string;
  channels: Channels;
}

/** How one kind comes to me; each box is saved by itself. */
function Kind({ kind, label, channels }: KindProps) {
  const { t } = useTranslation('notifications');
  const labels = useErrorMessage('notifications');
  const saving = useSend(notificationsCalls.saveKind);
  const shown = saving.isPending ? { ...channels, ...saving.variables.body } : channels;
  return (
    <tr>
      <th scope="row">
        {label}
        {saving.error && <FormError>{labels.formMessage(saving.error)}</FormError>}
      </th>
      {WAYS.map((way) => (
        <td key={way} data-label={t(`kinds.${way}`)}>
          <Checkbox
            aria-label={t('kinds.of', { way: t(`kinds.${way}`), kind: label })}
            checked={shown[way]}
            disabled={saving.isPending}
            onChange={({ currentTarget }) =>
              saving.mutate({ params: { kind }, body: { ...channels, [way]: currentTarget.checked } })
            }
          />
        </td>
      ))}
    </tr>
  );
}

/** What other areas than alarms notify me of, and by which ways; nothing where there is none. */
export function KindPreferences() {
  const { t } = useTranslation('notifications');
  const { data, error, refetch } = useCall(notificationsCalls.kinds);
  if (!data && error)
    return (
      <Section look="plain" title={t('kinds.title')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Section>
    );
  const kinds = (data ?? []).flatMap(({ channels, ...rest }) => (channels ? [{ ...rest, channels }] : []));
  if (kinds.length === 0) return null;
  return (
    <Section look="plain" title={t('kinds.title')} hint={t('kinds.hint')}>
      <Panel>
        <PlainTable
          label={t('kinds.title')}
          head={[t('kinds.kind'), ...WAYS.map((way) => t(`kinds.${way}`))]}
          stacked
        >
          {kinds.map((one) => (
            <Kind key={one.kind} {...one} />
          ))}
        </PlainTable>
      </Panel>
    </Section>
  );
}
