import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { HINTS } from '../../configuration.model.ts';
import { portLabel } from '../field/home/home.model.ts';
import { Choose, SettingInput } from './Inputs.tsx';
import { useDraftFaults } from './use-fault-words.ts';
import type { Wizard } from './use-wizard.ts';

/** No port: the address of a gateway is typed. */
const ANEW = 'new';

/** The plant, and the gateway that the devices are behind, or its address. */
export function WhereFields({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('add');
  const { t: tf } = useTranslation('field');
  const { draft, set, tree, plant } = wizard;
  const errorOf = useDraftFaults(wizard);
  const hostRef = useRef<HTMLInputElement>(null);
  useEffect(() => hostRef.current?.focus(), []);
  const eachItsOwn = draft.how === 'range' && draft.way === 'addresses';
  const ports = (plant?.ports ?? []).map((port) => ({
    value: String(port.id),
    label: portLabel(port),
  }));
  return (
    <FieldGrid min={200}>
      <Choose
        label={tf('home.plant')}
        withAsterisk
        data={tree.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
        value={draft.proj_code || null}
        error={errorOf('proj_code')}
        onChange={(code) => set({ proj_code: code ?? '', port_id: '', section_id: '' })}
      />
      {ports.length > 0 && !eachItsOwn && (
        <Choose
          label={t('form.gateway')}
          data={[{ value: ANEW, label: t('form.new_gateway') }, ...ports]}
          value={draft.port_id || ANEW}
          onChange={(id) => set({ port_id: id === null || id === ANEW ? '' : id })}
        />
      )}
      {draft.port_id === '' && !eachItsOwn && (
        <SettingInput
          name="host"
          typed={wizard.typed.host}
          // spec §9: IP hint {ip}
          placeholder={HINTS.ip}
          required={draft.how !== 'hand'}
          error={errorOf('host')}
          inputRef={hostRef}
          onTyped={(host) => set({ host })}
        />
      )}
      {(draft.port_id === '' || eachItsOwn) && (
        <SettingInput
          name="port"
          typed={draft.port}
          placeholder={String(HINTS.port)}
          error={errorOf('port')}
          onTyped={(port) => set({ port })}
        />
      )}
    </FieldGrid>
  );
}
