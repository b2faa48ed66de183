import { Button, Group, Stack } from '@mantine/core';
import { IconBroadcast, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { ConfirmDialog } from '../../../../shared/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type MqttCredential, mqttCredentialsCalls } from '../../mqtt-credentials.contract.ts';
import { CredentialDialog, type MadeCredential } from './CredentialDialog.tsx';
import { FreshCredential } from './FreshCredential.tsx';

const nameOf = ({ proj_code, short_name }: MqttCredential) => `${proj_code} / ${short_name}`;

function useColumns(now: number): DataColumn<MqttCredential>[] {
  const { t } = useTranslation('measurements');
  const { date, dateTime, language } = useFormat();
  return useMemo(() => {
    const seen = (one: MqttCredential) => ageWords(one.last_seen_at, now, language) ?? t('ways.never');
    const made = (one: MqttCredential) => date(one.created_at, HERE);
    return [
      { id: 'device', header: t('ways.device'), value: nameOf, names: true },
      {
        id: 'user',
        header: t('ways.user_name'),
        value: (one) => one.user_name,
        text: (one) => `${one.user_name} ${one.topic}`,
        cell: (one) => (
          <Stack gap={2}>
            <code>{one.user_name}</code>
            <Muted as="span">
              <code>{one.topic}</code>
            </Muted>
          </Stack>
        ),
      },
      {
        id: 'created',
        header: t('ways.created'),
        value: (one) => one.created_at,
        cell: made,
        text: made,
        descFirst: true,
      },
      {
        id: 'seen',
        header: t('ways.last_seen'),
        value: (one) => one.last_seen_at,
        text: seen,
        cell: (one) => (
          <span title={one.last_seen_at ? dateTime(one.last_seen_at, HERE) : undefined}>{seen(one)}</span>
        ),
        descFirst: true,
      },
    ];
  }, [t, date, dateTime, language, now]);
}

function RemoveDialog({ removed, onClose }: { removed: MqttCredential; onClose: () => void }) {
  const { t } = useTranslation('measurements');
  const sentence = useRefusalSentence();
  const remove = useSend(mqttCredentialsCalls.remove, {
    goneIsDone: true,
    onDone: () => {
      toast.done(t('ways.removed', { name: nameOf(removed) }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('ways.remove_title', { name: nameOf(removed) })}
      confirm={t('ways.remove')}
      busy={remove.isPending}
      fault={remove.error && sentence(remove.error)}
      onConfirm={() => remove.mutate({ params: { id: String(removed.id) } })}
      onClose={onClose}
    >
      <p>{t('ways.remove_text')}</p>
    </ConfirmDialog>
  );
}

interface TableProps {
  now: number;
  /** Nothing is taken by MQTT here: a credential would open nothing. */
  off: boolean;
  onCreate: () => void;
  onReplace: (credential: MqttCredential) => void;
  onRemove: (credential: MqttCredential) => void;
}

function CredentialTable({ now, off, onCreate, onReplace, onRemove }: TableProps) {
  const { t } = useTranslation('measurements');
  const { data, error, refetch, dataUpdatedAt } = useCall(mqttCredentialsCalls.list, { query: {} });
  const action = (
    name: string,
    one: MqttCredential,
    act: (one: MqttCredential) => void,
    color = 'cobalt',
  ) => (
    <Button
      size="compact-sm"
      variant="subtle"
      color={color}
      aria-label={`${name}: ${nameOf(one)}`}
      onClick={() => act(one)}
    >
      {name}
    </Button>
  );
  return (
    <DataTable
      label={t('ways.devices')}
      columns={useColumns(now)}
      rows={data}
      rowKey={(one) => one.id}
      error={error}
      onRetry={() => void refetch()}
      updatedAt={dataUpdatedAt}
      empty={{
        icon: IconBroadcast,
        title: t('ways.none'),
        ...(!off && {
          hint: t('ways.none_hint'),
          action: (
            <Button variant="default" onClick={onCreate}>
              {t('ways.create')}
            </Button>
          ),
        }),
      }}
      actions={(one) => (
        <Group gap={4} wrap="nowrap">
          {!off && action(t('ways.replace'), one, onReplace)}
          {action(t('ways.remove'), one, onRemove, 'red')}
        </Group>
      )}
    />
  );
}

/** The devices that publish by MQTT: who has a credential, making one, showing it once, replacing it, taking it away. */
export function MqttDevices({ now }: { now: number }) {
  const { t } = useTranslation('measurements');
  const { data: broker } = useCall(mqttCredentialsCalls.door);
  const off = broker?.kind === 'off';
  const [making, setMaking] = useState<{ replaced?: MqttCredential } | null>(null);
  const [made, setMade] = useState<MadeCredential | null>(null);
  const [removed, setRemoved] = useState<MqttCredential | null>(null);
  return (
    <Section
      look="plain"
      title={t('ways.devices')}
      hint={t(off ? 'ways.devices_off' : 'ways.devices_hint')}
      actions={
        !off && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking({})}>
            {t('ways.create')}
          </Button>
        )
      }
    >
      {made && <FreshCredential key={made.secret} made={made} onDone={() => setMade(null)} />}
      <CredentialTable
        now={now}
        off={off}
        onCreate={() => setMaking({})}
        onReplace={(replaced) => setMaking({ replaced })}
        onRemove={setRemoved}
      />
      {making && (
        <CredentialDialog
          {...making}
          onClose={() => setMaking(null)}
          onMade={(credential) => {
            setMaking(null);
            setMade(credential);
          }}
        />
      )}
      {removed && <RemoveDialog removed={removed} onClose={() => setRemoved(null)} />}
    </Section>
  );
}
