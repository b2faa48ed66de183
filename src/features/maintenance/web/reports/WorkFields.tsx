import { useTranslation } from 'react-i18next';
import { DateTimeField } from '../../../../shared/web/forms/fields/DateTimeField.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { RowsField } from '../../../../shared/web/forms/fields/RowsField.tsx';
import { SignatureField } from '../../../../shared/web/forms/fields/SignatureField.tsx';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { MAX_LINES } from '../../maintenance-reports.contract.ts';

/** What was used up, and what was measured, line by line. */
function LineFields() {
  const { t } = useTranslation('reports');
  return (
    <>
      <RowsField
        name="materials"
        title={t('book.fields.materials')}
        blank={{ name: '', quantity: 1, unit: '' }}
        add={t('form.add_material')}
        remove={(place) => t('form.remove_material', { place })}
        none={t('form.no_materials')}
        atMost={MAX_LINES}
      >
        {(at) => (
          <>
            <TextField name={`${at}.name`} label={t('document.material')} />
            <NumberField name={`${at}.quantity`} label={t('document.quantity')} />
            <TextField name={`${at}.unit`} label={t('form.unit')} />
          </>
        )}
      </RowsField>
      <RowsField
        name="measurements"
        title={t('book.fields.measurements')}
        blank={{ what: '', value: null, unit: '' }}
        add={t('form.add_measurement')}
        remove={(place) => t('form.remove_measurement', { place })}
        none={t('form.no_measurements')}
        atMost={MAX_LINES}
      >
        {(at) => (
          <>
            <TextField name={`${at}.what`} label={t('document.what')} />
            <NumberField name={`${at}.value`} label={t('document.value')} />
            <TextField name={`${at}.unit`} label={t('form.unit')} />
          </>
        )}
      </RowsField>
    </>
  );
}

/** The fields that every report has, whoever writes it; `signed`: who has signed what is stored. */
export function WorkFields({ signed }: { signed: string }) {
  const { t } = useTranslation('reports');
  return (
    <>
      <FieldGroup title={t('form.work')}>
        <TextAreaField name="solved_problem" label={t('book.fields.solved_problem')} maxLength={4000} />
        <DateTimeField name="started" label={t('form.started')} description={t('form.clock')} />
        <DateTimeField name="ended" label={t('form.ended')} description={t('form.clock')} />
        <NumberField name="people_count" label={t('book.fields.people_count')} />
        <NumberField name="hours" label={t('book.fields.hours')} unit="h" />
        <NumberField name="repair_cost_eur" label={t('form.repair_cost')} unit="€" />
      </FieldGroup>
      <LineFields />
      <TextAreaField name="notes" label={t('book.fields.notes')} maxLength={4000} />
      <FieldGroup title={t('book.fields.signature')}>
        {signed !== '' && <Note tone="warning">{t('form.signed', { name: signed })}</Note>}
        <TextField name="signed_by" label={t('book.fields.signed_by')} />
        <SignatureField
          name="signature"
          label={t('form.glass')}
          description={t('form.glass_hint')}
          clear={t('form.clear')}
          drawn={t('form.drawn')}
        />
      </FieldGroup>
    </>
  );
}
