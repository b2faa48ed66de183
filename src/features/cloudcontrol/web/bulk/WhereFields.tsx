import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../field/home/home.model.ts';
import { SettingInput } from '../find/FindInputs.tsx';
import { Choice, SELECT, Text } from './BulkInputs.tsx';
import { WAYS } from './draft.model.ts';
import type { Bulk } from './use-bulk.ts';
import { useDraftFaults } from './use-fault-words.ts';

/** No port: the address of a gateway is typed. */
const ANEW = 'new';

interface Props {
  bulk: Bulk;
}

function Gateway({ bulk }: Props) {
  const { t } = useTranslation('bulk');
  const { draft, set, plant } = bulk;
  const errorOf = useDraftFaults(bulk);
  const known = (plant?.ports ?? []).map((port) => ({
    value: String(port.id),
    label: [port.name, addressOf(port)].filter(Boolean).join(' · '),
  }));
  return (
    <>
      {known.length > 0 && (
        <Select
          {...SELECT}
          label={t('where.gateway')}
          data={[{ value: ANEW, label: t('where.new_gateway') }, ...known]}
          value={draft.port_id || ANEW}
          onChange={(id) => set({ port_id: id === null || id === ANEW ? '' : id })}
        />
      )}
      {draft.port_id === '' && (
        <SettingInput
          name="host"
          typed={draft.host}
          error={errorOf('host')}
          onTyped={(host) => set({ host })}
        />
      )}
      <Text bulk={bulk} name="units" label={t('where.units_label')} placeholder="1-10, 12" required />
    </>
  );
}

/** The addresses, or the unit ids behind a gateway. */
export function WhereFields({ bulk }: Props) {
  const { t } = useTranslation('bulk');
  const { draft, set } = bulk;
  const errorOf = useDraftFaults(bulk);
  return (
    <>
      <Choice
        label={t('where.label')}
        value={draft.way}
        of={WAYS.map((value) => ({ value, label: t(`where.${value}`) }))}
        onChange={(way) => set({ way })}
      />
      {draft.way === 'addresses' ? (
        <>
          <Text
            bulk={bulk}
            name="addresses"
            wide
            label={t('where.which')}
            placeholder="192.168.1.101-130, .140"
            required
          />
          <Text bulk={bulk} name="unit" label={t('where.unit')} hint={t('where.unit_hint')} />
        </>
      ) : (
        <Gateway bulk={bulk} />
      )}
      {draft.port_id === '' && (
        <SettingInput
          name="port"
          typed={draft.port}
          error={errorOf('port')}
          onTyped={(port) => set({ port })}
        />
      )}
    </>
  );
}
