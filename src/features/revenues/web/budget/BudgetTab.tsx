import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormDrawer } from '../../../../shared/web/forms/FormDrawer.tsx';
import { FieldGroup } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { NumberField } from '../../../../shared/web/forms/fields/NumberField.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { PlainTable } from '../../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { budgetCalls, type PlannedBudget, type PlantBudget } from '../../budget.contract.ts';
import type { ComparedMonth } from '../../budget.model.ts';
import { useMonthNames } from '../payments/PaymentsTab.tsx';
import type { RevenuesAddress } from '../revenues-list.ts';

const KWH = {
  planned_kwh: ({ budget }) => budget.kwh,
  actual_kwh: ({ actual }) => actual.kwh,
  difference_kwh: ({ difference_kwh }) => difference_kwh,
  weather_kwh: ({ weather_kwh }) => weather_kwh,
  weather_difference_kwh: ({ weather_difference_kwh }) => weather_difference_kwh,
} as const satisfies Record<string, (month: ComparedMonth) => number | null>;
const EUR = {
  planned_eur: ({ budget }) => budget.eur,
  actual_eur: ({ actual }) => actual.eur,
  difference_eur: ({ difference_eur }) => difference_eur,
} as const satisfies Record<string, (month: ComparedMonth) => number | null>;
const KWH_COLUMNS = [
  'planned_kwh',
  'actual_kwh',
  'difference_kwh',
  'weather_kwh',
  'weather_difference_kwh',
] as const;
const EUR_COLUMNS = ['planned_eur', 'actual_eur', 'difference_eur'] as const;

type Column = (typeof KWH_COLUMNS)[number] | (typeof EUR_COLUMNS)[number];
const figureOf: Readonly<Record<Column, (month: ComparedMonth) => number | null>> = { ...KWH, ...EUR };

interface RowProps {
  name: string;
  month: ComparedMonth;
  columns: readonly Column[];
  missing?: number;
}

function Row({ name, month, columns, missing = 0 }: RowProps) {
  const { t } = useTranslation('revenues');
  const { number, euro } = useFormat();
  const say = (column: Column) =>
    column.endsWith('_eur') ? euro(figureOf[column](month)) : number(figureOf[column](month), 0);
  return (
    <tr>
      <th scope="row">
        {name}
        {missing > 0 && <Muted>{t('budget.missing', { count: missing })}</Muted>}
      </th>
      {columns.map((column) => (
        <td key={column} data-number data-label={t(`budget.${column}`)}>
          {say(column)}
        </td>
      ))}
    </tr>
  );
}

interface TableProps {
  label: string;
  budget: PlantBudget;
  names: readonly { label: string }[];
  columns: readonly Column[];
}

function Table({ label, budget, names, columns }: TableProps) {
  const { t } = useTranslation('revenues');
  const head = [
    t('budget.month'),
    ...columns.map((column) => ({ text: t(`budget.${column}`), number: true })),
  ];
  return (
    <PlainTable label={label} head={head} inset stacked>
      {budget.months.map((month, i) => (
        <Row
          key={month.month}
          name={names[i]?.label ?? month.month}
          month={month}
          columns={columns}
          missing={month.missing_hours}
        />
      ))}
      <Row name={t('budget.total')} month={budget.total} columns={columns} />
    </PlainTable>
  );
}

interface FormProps {
  budget: PlantBudget;
  names: readonly { label: string }[];
  onClose: () => void;
}

function BudgetForm({ budget, names, onClose }: FormProps) {
  const { t } = useTranslation('revenues');
  const { proj_code, year, version, months } = budget;
  const form = useRecordForm<typeof budgetCalls.put, PlannedBudget>({
    call: budgetCalls.put,
    record: { proj_code, year, version, months: months.map((month) => month.budget) },
    words: 'revenues',
    onSaved: onClose,
  });
  return (
    <FormDrawer form={form} title={t('budget.form', { year: budget.year })} onClose={onClose}>
      {names.map(({ label }, i) => (
        <FieldGroup key={label} title={label}>
          <NumberField name={`months.${i}.kwh`} label={t('budget.kwh')} unit="kWh" />
          <NumberField name={`months.${i}.eur`} label={t('budget.eur')} unit="€" />
          <NumberField
            name={`months.${i}.irradiation_kwh_m2`}
            label={t('budget.irradiation')}
            unit="kWh/m²"
          />
        </FieldGroup>
      ))}
    </FormDrawer>
  );
}

interface Props {
  state: RevenuesAddress;
  plant: string;
  today: string;
  may: boolean;
}

/** What a plant is to make and earn in a year, and what it did. */
export function BudgetTab({ state, plant, today, may }: Props) {
  const { t } = useTranslation('revenues');
  const { month = today.slice(0, 7), form } = state.search;
  const names = useMonthNames(month.slice(0, 4));
  const query = useCall(budgetCalls.get, { query: { proj_code: plant, year: month.slice(0, 4) } });
  return (
    <Known query={query} height={400}>
      {(budget) => (
        <>
          <Section
            title={t('budget.title')}
            hint={t('budget.hint')}
            look="table"
            actions={
              may && (
                <Button
                  variant="default"
                  leftSection={<IconPencil size={16} />}
                  onClick={() => state.set({ form: 'budget' })}
                >
                  {t('budget.edit')}
                </Button>
              )
            }
          >
            <Table label={t('budget.kwh')} budget={budget} names={names} columns={KWH_COLUMNS} />
          </Section>
          <Section title={t('budget.eur')} look="table">
            <Table label={t('budget.eur')} budget={budget} names={names} columns={EUR_COLUMNS} />
          </Section>
          {may && form === 'budget' && (
            <BudgetForm budget={budget} names={names} onClose={() => state.set({ form: undefined })} />
          )}
        </>
      )}
    </Known>
  );
}
