import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { MultiSelectField } from '../../../shared/web/forms/fields/MultiSelectField.tsx';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { plantsCalls } from '../../plants/plants.contract.ts';
import { requestWorkCalls } from '../maintenance-requests.contract.ts';
import { maintenanceTypesCalls } from '../maintenance-types.contract.ts';
import { checklistTemplatesCalls } from '../outside-firms.contract.ts';
import { ESTIMATES_MIN, PRIORITIES } from '../request-states.model.ts';

/** The fields that requests, reports and plans have alike. */

/** The plants that somebody sees; they change rarely. */
export const usePlants = () => useCall(plantsCalls.list, {}, { staleTime: 60_000 }).data ?? [];

/** Where the work is; the plant of a stored record stays. */
export function PlantField({ fixed, onChosen }: { fixed: boolean; onChosen: () => void }) {
  const { t } = useTranslation('requests');
  return (
    <SelectField
      name="proj_code"
      label={t('form.plant')}
      searchable
      required
      closed={fixed}
      placeholder={t('form.choose_plant')}
      nothingFound={t('form.none_found')}
      options={usePlants().map(({ proj_code, name }) => ({
        value: proj_code,
        label: `${name} · ${proj_code}`,
      }))}
      onChosen={onChosen}
    />
  );
}

/** Devices of the chosen plant; none is the whole of it. */
export function DevicesField({ proj_code }: { proj_code: string | null }) {
  const { t } = useTranslation('requests');
  const { data: devices = [] } = useCall(
    plantsCalls.devicesName,
    proj_code === null ? null : { query: { proj_code } },
  );
  return (
    <MultiSelectField
      name="device_ids"
      label={t('form.devices')}
      placeholder={t('form.choose_devices')}
      nothingFound={t('form.none_found')}
      options={devices.map(({ device_id, short_name }) => ({ value: device_id, label: short_name }))}
    />
  );
}

/** What kind of work it is; a retired kind is offered where it is chosen already. */
export function TypeField({ chosen }: { chosen: number | null }) {
  const { t } = useTranslation('requests');
  const { data: types = [] } = useCall(maintenanceTypesCalls.list);
  const offered = types.filter(({ id, retired }) => !retired || id === chosen);
  return (
    <SelectField
      name="type_id"
      label={t('form.type')}
      none={t('form.no_type')}
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

export function PriorityField() {
  const { t } = useTranslation('requests');
  return (
    <SelectField
      name="priority"
      label={t('form.priority')}
      options={PRIORITIES.map((value) => ({ value, label: t(`request.priority.${value}`) }))}
    />
  );
}

/** The checklist that the work begins with; nothing where the company has none, unless it is `always` there. */
export function TemplateField({ label, always = false }: { label: string; always?: boolean }) {
  const { t } = useTranslation('requests');
  const { data: templates = [] } = useCall(checklistTemplatesCalls.list);
  if (templates.length === 0 && !always) return null;
  return (
    <SelectField
      name="template_id"
      label={label}
      none={t('form.no_template')}
      options={templates.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** Who does it: a colleague who sees the plant and does such work, or an outside firm. */
export function AssigneeField({ proj_code }: { proj_code: string | null }) {
  const { t } = useTranslation('requests');
  const { data } = useCall(requestWorkCalls.assignees, proj_code === null ? null : { query: { proj_code } });
  const people = data?.colleagues.map(({ user_id, name }) => ({
    value: `u${user_id}`,
    label: t('form.colleague', { name }),
  }));
  const firms = data?.firms.map(({ id, name }) => ({ value: `f${id}`, label: t('form.firm', { name }) }));
  return (
    <SelectField
      name="assigned"
      label={t('form.assigned')}
      searchable
      none={t('form.nobody')}
      nothingFound={t('form.none_found')}
      options={[...(people ?? []), ...(firms ?? [])]}
    />
  );
}

export function EstimateField() {
  const { t } = useTranslation('requests');
  return (
    <SelectField
      name="estimated_min"
      label={t('form.estimate')}
      none={t('form.no_estimate')}
      options={ESTIMATES_MIN.map((value) => ({ value, label: t(`estimate.${value}`) }))}
    />
  );
}
