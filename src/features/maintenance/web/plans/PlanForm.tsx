import { useTranslation } from 'react-i18next';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { type MaintenancePlan, maintenancePlansCalls } from '../../maintenance-plans.contract.ts';
import { PeopleFields, WhenFields, WorkFields } from './PlanFields.tsx';
import { blankPlan, bodyOf, fieldOf, type PlanRecord, type PlanValues, valuesOf } from './plan-form.model.ts';

const common = { toValues: valuesOf, fieldOf, words: 'plans' };

/** A new plan. */
export function NewPlan({ plant, onClose }: { plant: string | null; onClose: () => void }) {
  const { t } = useTranslation('plans');
  const form = useRecordForm<typeof maintenancePlansCalls.create, PlanRecord, PlanValues>({
    ...common,
    call: maintenancePlansCalls.create,
    record: blankPlan(dateOf(Date.now(), HERE), plant),
    toBody: (values) => bodyOf(values, true),
    draft: 'maintenance-plans:new',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('form.new')} onClose={onClose}>
      <WorkFields form={form.form} fixed={false} />
      <WhenFields form={form.form} />
      <PeopleFields form={form.form} isNew />
    </FormDrawer>
  );
}

/** A stored plan; requests that it made stay as they are. */
export function EditPlan({ plan, onClose }: { plan: MaintenancePlan; onClose: () => void }) {
  const { t } = useTranslation('plans');
  const form = useRecordForm<typeof maintenancePlansCalls.update, PlanRecord, PlanValues>({
    ...common,
    call: maintenancePlansCalls.update,
    params: { id: String(plan.id) },
    record: plan,
    toBody: (values, _changed, version) => ({ ...bodyOf(values, false), version }),
    draft: `maintenance-plans:${plan.id}`,
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('form.edit')} onClose={onClose}>
      <WorkFields form={form.form} fixed />
      <WhenFields form={form.form} />
      <PeopleFields form={form.form} isNew={false} />
    </FormDrawer>
  );
}
