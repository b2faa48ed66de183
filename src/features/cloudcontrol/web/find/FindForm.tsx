import { Button, Select } from '@mantine/core';
import { IconPlayerStop, IconRadar2 } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreFields } from '../../../../shared/web/ui/MoreFields.tsx';
import { HINTS } from '../../configuration.model.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import forms from '../field/forms/forms.module.css';
import { addressOf } from '../field/home/home.model.ts';
import { BaseInput, FramerInput, SettingInput, UnitsInput } from './FindInputs.tsx';
import classes from './find.module.css';
import type { FindForm as Form } from './use-find-form.ts';

/** No port: the address of a gateway is typed. */
const ANEW = 'new';

const SELECT = {
  searchable: true,
  allowDeselect: false,
  limit: 200,
  openOnFocus: false,
  maxDropdownHeight: 260,
} as const;

function PlantAndPort({ form }: { form: Form }) {
  const { t } = useTranslation('find');
  const { t: tf } = useTranslation('field');
  const { typed, set, plants, ports } = form;
  const known = ports.map((port) => ({
    value: String(port.id),
    // A port without a name of its own goes by its address.
    label: [...new Set([port.name, addressOf(port)])].filter(Boolean).join(' · '),
  }));
  return (
    <>
      <Select
        {...SELECT}
        label={tf('home.plant')}
        withAsterisk
        data={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
        value={typed.proj_code || null}
        error={form.errorOf('proj_code')}
        onChange={(code) => set({ proj_code: code ?? '', port_id: '' })}
      />
      {ports.length > 0 && (
        <Select
          {...SELECT}
          label={t('form.gateway')}
          data={[{ value: ANEW, label: t('form.new_gateway') }, ...known]}
          value={typed.port_id || ANEW}
          onChange={(id) => set({ port_id: id === null || id === ANEW ? '' : id })}
        />
      )}
    </>
  );
}

function Gateway({ form }: { form: Form }) {
  const { typed, set, errorOf } = form;
  if (typed.port_id !== '') return null;
  return (
    <>
      <SettingInput
        name="host"
        typed={typed.host}
        // spec §9: IP hint {ip}
        placeholder={HINTS.ip}
        error={errorOf('host')}
        inputRef={form.hostRef}
        onTyped={(host) => set({ host })}
      />
      <SettingInput
        name="port"
        typed={typed.port}
        placeholder={String(HINTS.port)}
        error={errorOf('port')}
        onTyped={(port) => set({ port })}
      />
    </>
  );
}

function More({ form }: { form: Form }) {
  const { t } = useTranslation('find');
  const { typed, set, errorOf } = form;
  const wrong = errorOf('timeout_ms') ?? errorOf('base');
  return (
    <MoreFields label={t('form.more')} forced={wrong !== undefined}>
      <div className={forms.grid}>
        {typed.port_id === '' && (
          <>
            <FramerInput typed={typed.framer} onTyped={(framer) => set({ framer })} />
            <SettingInput
              name="timeout_ms"
              typed={typed.timeout_ms}
              error={errorOf('timeout_ms')}
              onTyped={(timeout_ms) => set({ timeout_ms })}
            />
          </>
        )}
        <BaseInput typed={typed.base} error={errorOf('base')} onTyped={(base) => set({ base })} />
      </div>
    </MoreFields>
  );
}

interface Props {
  form: Form;
  busy: boolean;
  onStop: () => void;
}

/** Where to look: a plant, a gateway of it or a new one, and the numbers on its bus. */
export function FindForm({ form, busy, onStop }: Props) {
  const { t } = useTranslation('find');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) form.submit();
  };
  return (
    <form noValidate className={`panel ${classes.form}`} aria-label={t('title')} onSubmit={submit}>
      <div className={classes.where}>
        <PlantAndPort form={form} />
        <Gateway form={form} />
        <UnitsInput
          typed={form.typed.units}
          error={form.errorOf('units')}
          most={MAX_ASKED.unit_ids}
          onTyped={(units) => form.set({ units })}
        />
      </div>
      <More form={form} />
      <div className={classes.start}>
        <p className="muted">{t('form.reads_only')}</p>
        {busy ? (
          <Button key="stop" variant="default" leftSection={<IconPlayerStop size={16} />} onClick={onStop}>
            {t('form.stop')}
          </Button>
        ) : (
          <Button key="start" type="submit" leftSection={<IconRadar2 size={16} />}>
            {t('form.start')}
          </Button>
        )}
      </div>
    </form>
  );
}
