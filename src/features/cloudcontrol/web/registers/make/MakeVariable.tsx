import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../../shared/web/api/query-client.ts';
import { invalidateTopics } from '../../../../../shared/web/api/topic-cache.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { FormDialog } from '../../../../../shared/web/forms/FormDialog.tsx';
import { faultAt } from '../../../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../../../shared/web/forms/use-record-form.ts';
import { changesCalls } from '../../../changes.contract.ts';
import { addDevices } from '../../add/add-devices.ts';
import { focusFault } from '../../add/focus-fault.ts';
import { SettingFields } from '../../field/forms/SettingFields.tsx';
import { detailsQuery, useDeviceTree, useParameters } from '../../field/use-devices.ts';
import { addVariables } from '../../field/writes.ts';
import { fromWire } from '../notation.model.ts';
import type { ReadQuestion } from '../reading.model.ts';
import type { Place } from '../use-known.ts';
import { DeviceChoice, type Owner, SHORT_NAME } from './DeviceChoice.tsx';
import {
  bodyOf,
  type Chosen,
  type Draft,
  draftFields,
  draftOf,
  nameOf,
  type Origin,
  wayOf,
} from './made.model.ts';
import { CODE, NameChoice, NOTHING_CHOSEN } from './NameChoice.tsx';

interface Props {
  question: ReadQuestion;
  place: Place;
  from: Origin;
  onClose: () => void;
}

/** Stores the variable with its device, and with its name where the catalogue lacks it: all of it or nothing. */
function useStore({ question, place, from }: Props, owner: Owner, chosen: Chosen) {
  const company = useCompany().id_client;
  return async (draft: Draft): Promise<void> => {
    const variables = [bodyOf(chosen, draft, from.function_code)];
    if (owner.device_id !== null) {
      await addVariables(company, { device_id: owner.device_id, variables });
      if (chosen.kind === 'new') await invalidateTopics(company, ['configuration']);
      return;
    }
    const { proj_code, short_name } = owner;
    const device = { short_name, ...wayOf(question, place.port?.id ?? null), variables };
    const [id] = await addDevices(company, { proj_code, devices: [device] });
    if (id !== undefined) await queryClient.prefetchQuery(detailsQuery(company, id));
  };
}

/** Makes a variable of registers that were seen; of a device that stands there, or of a new one. */
export function MakeVariable(props: Props) {
  const { question, place, from, onClose } = props;
  const { t } = useTranslation('registers');
  const plants = useDeviceTree().data ?? [];
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN);
  const [owner, setOwner] = useState<Owner>({
    device_id: place.devices[0]?.device.id ?? null,
    proj_code: place.proj_code ?? (plants.length === 1 ? (plants[0]?.proj_code ?? '') : ''),
    short_name: '',
  });
  const [entity] = useState(() => draftOf(from));
  const store = useStore(props, owner, chosen);
  const device = place.devices.find((one) => one.device.id === owner.device_id);
  const taken = new Set(device?.variables.map(({ name }) => name));
  const { names = [] } = useParameters().data ?? {};
  const free = !taken.has(nameOf(chosen)) && !names.some(({ name }) => name === nameOf(chosen));
  const named =
    chosen.kind === 'known'
      ? chosen.name !== ''
      : chosen.label.trim() !== '' && CODE.test(chosen.code) && free;
  const owned = owner.device_id !== null || (owner.proj_code !== '' && SHORT_NAME.test(owner.short_name));
  const form = useRecordForm({
    // Its settings are those of any variable; name and device are added to them.
    call: changesCalls.changeVariable,
    record: entity,
    send: (body) => store({ ...entity, ...body } as Draft),
    check: ({ address, data_type }) =>
      Object.entries({ address, data_type }).flatMap(([name, value]) =>
        value === null ? [faultAt(name, 'required')] : [],
      ),
    fieldOf: (path) => [path.split('.').at(-1) ?? ''].find((name) => name in entity),
    confirm: () => {
      if (!named || !owned) focusFault();
      return named && owned;
    },
    words: 'field',
    onSaved: onClose,
  });
  const tried = form.form.formState.isSubmitted;
  const data_type = form.form.watch('data_type');
  const address = fromWire(from.address, from.function_code, 'wire');
  return (
    <FormDialog
      form={form}
      title={t('make.title', { address })}
      size={720}
      submit={t('make.confirm')}
      text={t('make.then')}
      onClose={onClose}
    >
      <NameChoice chosen={chosen} taken={taken} tried={tried} onChosen={setChosen} />
      <DeviceChoice place={place} unit_id={question.unit_id} owner={owner} tried={tried} onOwner={setOwner} />
      <SettingFields fields={draftFields({ function_code: from.function_code, data_type })} />
    </FormDialog>
  );
}
