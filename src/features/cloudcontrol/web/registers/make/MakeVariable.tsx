import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../../shared/web/api/query-client.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { Dialog, DialogFooter } from '../../../../../shared/web/ui/Dialog.tsx';
import {
  detailsQuery,
  parametersQuery,
  useDeviceTree,
  useParameters,
} from '../../field/configuration.api.ts';
import { EntityFields, FormNotices } from '../../field/forms/EntityFields.tsx';
import forms from '../../field/forms/forms.module.css';
import { useEntityForm } from '../../field/forms/use-entity-form.ts';
import { addVariables } from '../../field/writes.ts';
import { addDevices } from '../../find/find.api.ts';
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
      if (chosen.kind === 'new')
        await queryClient.invalidateQueries({ queryKey: parametersQuery(company).queryKey });
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
  const { t: tc } = useTranslation();
  const plants = useDeviceTree().data ?? [];
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN);
  const [tried, setTried] = useState(false);
  const [owner, setOwner] = useState<Owner>({
    device_id: place.devices[0]?.device.id ?? null,
    proj_code: place.proj_code ?? (plants.length === 1 ? (plants[0]?.proj_code ?? '') : ''),
    short_name: '',
  });
  const [entity] = useState(() => draftOf(from));
  const [type, setType] = useState<unknown>(from.data_type);
  const fields = draftFields({ function_code: from.function_code, data_type: type });
  const store = useStore(props, owner, chosen);
  const form = useEntityForm<Draft>({
    fields,
    entity,
    save: async (change) => {
      await store({ ...entity, ...change });
      return entity;
    },
    reload: async () => entity,
    onSaved: onClose,
  });
  if (form.typed.data_type !== undefined && form.typed.data_type !== type) setType(form.typed.data_type);
  const device = place.devices.find((one) => one.device.id === owner.device_id);
  const taken = new Set(device?.variables.map(({ name }) => name));
  const { names = [] } = useParameters().data ?? {};
  const free = !taken.has(nameOf(chosen)) && !names.some(({ name }) => name === nameOf(chosen));
  const named =
    chosen.kind === 'known'
      ? chosen.name !== ''
      : chosen.label.trim() !== '' && CODE.test(chosen.code) && free;
  const owned = owner.device_id !== null || (owner.proj_code !== '' && SHORT_NAME.test(owner.short_name));
  const address = fromWire(from.address, from.function_code, 'wire');
  return (
    <Dialog title={t('make.title', { address })} size={720} keeps onClose={onClose}>
      <form
        noValidate
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          const { currentTarget } = event;
          if (named && owned) void form.submit();
          else form.touchAll();
          // What is missing is marked by now: the first of it takes the focus.
          setTimeout(() => currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50);
        }}
      >
        <FormNotices form={form} fields={fields} />
        <NameChoice chosen={chosen} taken={taken} tried={tried} onChosen={setChosen} />
        <DeviceChoice
          place={place}
          unit_id={question.unit_id}
          owner={owner}
          tried={tried}
          onOwner={setOwner}
        />
        <EntityFields form={form} fields={fields} />
        <DialogFooter text={t('make.then')}>
          <Button variant="default" onClick={onClose}>
            {tc('cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('make.confirm')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
