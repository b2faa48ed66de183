import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldGrid } from '../../../../../shared/web/forms/fields/FieldGroup.tsx';
import { useFieldLabels } from '../../field/forms/words.ts';
import { useDeviceTree } from '../../field/use-devices.ts';
import type { Place } from '../use-known.ts';

/** Whose variable it becomes: a device that stands there, or a new one. */
export interface Owner {
  /** Null: a new one. */
  device_id: number | null;
  proj_code: string;
  short_name: string;
}

interface Props {
  place: Place;
  unit_id: number;
  owner: Owner;
  tried: boolean;
  onOwner: (owner: Owner) => void;
}

export const SHORT_NAME = /^[A-Za-z0-9_.-]{1,40}$/;

/** The device at this unit; where none stands there yet, the plant and the name of a new one. */
export function DeviceChoice({ place, unit_id, owner, tried, onOwner }: Props) {
  const { t } = useTranslation('registers');
  const { t: tf } = useTranslation('field');
  const { t: tc } = useTranslation();
  const words = useFieldLabels();
  const plants = useDeviceTree().data ?? [];
  if (place.devices.length === 1)
    return <p>{t('make.for', { name: place.devices[0]?.device.short_name ?? '' })}</p>;
  if (place.devices.length > 1) {
    return (
      <Select
        label={t('make.device')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={place.devices.map(({ device }) => ({ value: String(device.id), label: device.short_name }))}
        value={owner.device_id === null ? null : String(owner.device_id)}
        onChange={(id) => onOwner({ ...owner, device_id: Number(id) })}
      />
    );
  }
  return (
    <>
      <p>{t(place.port ? 'make.no_device' : 'make.no_port', { unit: unit_id })}</p>
      <FieldGrid>
        {place.proj_code === null && (
          <Select
            label={tf('home.plant')}
            withAsterisk
            searchable
            limit={200}
            openOnFocus={false}
            comboboxProps={{ withinPortal: false }}
            data={plants.map((one) => ({ value: one.proj_code, label: `${one.name} · ${one.proj_code}` }))}
            value={owner.proj_code || null}
            error={tried && owner.proj_code === '' ? tc('messages.required') : undefined}
            onChange={(code) => onOwner({ ...owner, proj_code: code ?? '' })}
          />
        )}
        <TextInput
          label={words.label('short_name')}
          withAsterisk
          autoComplete="off"
          maxLength={40}
          value={owner.short_name}
          error={tried && !SHORT_NAME.test(owner.short_name) ? tf('faults.short_name') : undefined}
          onChange={(event) => onOwner({ ...owner, short_name: event.currentTarget.value })}
        />
      </FieldGrid>
    </>
  );
}
