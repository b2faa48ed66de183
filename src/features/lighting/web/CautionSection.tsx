import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { FormPage } from '../../../shared/web/forms/FormPage.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { cautionCalls, type LightingCaution } from '../caution.contract.ts';

function CautionForm({ caution }: { caution: LightingCaution }) {
  const { t } = useTranslation('lighting');
  const form = useRecordForm({ call: cautionCalls.change, record: caution, words: 'lighting' });
  return (
    <FormPage form={form} label={t('caution.title')}>
      <NumberField
        name="many_boxes"
        label={t('caution.many_boxes')}
        description={t('caution.many_hint')}
        unit={t('caution.unit')}
      />
      <SwitchField name="dark_at_night" label={t('caution.dark_at_night')} />
    </FormPage>
  );
}

function CautionFacts({ caution: { many_boxes, dark_at_night } }: { caution: LightingCaution }) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  return (
    <Facts>
      <Fact label={t('caution.many_boxes')}>
        {many_boxes === null ? t('caution.never') : number(many_boxes, 0)}
      </Fact>
      <Fact label={t('caution.dark_at_night')}>{t(dark_at_night ? 'yes' : 'no')}</Fact>
    </Facts>
  );
}

/** When a second person's word is needed before something is switched. */
export function CautionSection() {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.municipality');
  const query = useCall(cautionCalls.get);
  return (
    <Section title={t('caution.title')} hint={t('caution.hint')} look={may ? 'plain' : 'panel'}>
      <Known query={query} height={160}>
        {(caution) => (may ? <CautionForm caution={caution} /> : <CautionFacts caution={caution} />)}
      </Known>
    </Section>
  );
}
