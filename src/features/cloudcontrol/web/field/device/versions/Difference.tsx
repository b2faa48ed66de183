import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../../../../shared/web/format/numbers.ts';
import { PlainTable } from '../../../../../../shared/web/page/PlainTable.tsx';
import { ErrorState } from '../../../../../../shared/web/ui/ErrorState.tsx';
import type { VersionDifference } from '../../../../versions.contract.ts';
import type { Field } from '../../forms/entities.model.ts';
import { ATTRIBUTE_FIELDS, DEVICE_FIELDS, PORT_FIELDS, VARIABLE_FIELDS } from '../../forms/entities.model.ts';
import { useVariableLabels } from '../../forms/use-variable-words.ts';
import { isFieldWord } from '../../forms/word-keys.ts';
import { useFieldLabels } from '../../forms/words.ts';
import { useDifference } from '../../use-devices.ts';

type Line = VersionDifference['differences'][number];

const FIELDS: Readonly<Record<Line['part'], readonly Field[]>> = {
  port: PORT_FIELDS,
  device: DEVICE_FIELDS,
  variable: VARIABLE_FIELDS,
  attribute: ATTRIBUTE_FIELDS,
};

/** A field of a difference and its value, in words. */
export function useDifferenceLabels() {
  const words = useFieldLabels();
  return {
    field: (name: string) => (isFieldWord(name) ? words.label(name) : name),
    value: (part: Line['part'], name: string, value: unknown) => {
      const field = FIELDS[part].find((one) => one.name === name) ?? ({ name, kind: 'text' } as const);
      return words.value(field, value);
    },
  };
}

function Part({ line, nameOf }: { line: Line; nameOf: (name: string) => string }) {
  const { t } = useTranslation('field');
  const { t: tc } = useTranslation();
  const labels = useDifferenceLabels();
  const name = line.name && line.part === 'variable' ? nameOf(line.name) : line.name;
  const said = (name: string, value: unknown) => labels.value(line.part, name, value);
  const title = [t(`part.${line.part}`), name].filter(Boolean).join(' ');
  return (
    <section aria-label={title}>
      <b>{title}</b> <span className="muted">{t(`change.${line.part}.${line.change}`)}</span>
      <PlainTable stacked head={[tc('conflict.field'), t('versions.before'), t('versions.after')]}>
        {line.fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{labels.field(field)}</th>
            <td data-label={t('versions.before')} className="muted">
              {line.change === 'added' ? UNKNOWN : said(field, before)}
            </td>
            <td data-label={t('versions.after')}>
              {line.change === 'removed' ? UNKNOWN : said(field, after)}
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}

/** Differences in words, field by field; `called`: what a variable is called that the catalogue lacks. */
export function DifferenceList(props: {
  lines: readonly Line[];
  called?: ((name: string) => string | undefined) | undefined;
}) {
  const nameOf = useVariableLabels();
  const said = (name: string) => {
    const label = nameOf(name);
    return label === name ? (props.called?.(name) ?? name) : label;
  };
  return (
    <Stack gap={16}>
      {props.lines.map((line) => (
        <Part key={`${line.part}/${line.name}`} line={line} nameOf={said} />
      ))}
    </Stack>
  );
}

/** What two versions differ in, in words, field by field. */
export function Difference(props: { device_id: number; from: number; to: number }) {
  const { t } = useTranslation('field');
  const { data, error, refetch } = useDifference(props);
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={140} radius={8} aria-busy="true" />;
  if (data.differences.length === 0) return <p className="muted">{t('versions.same')}</p>;
  return <DifferenceList lines={data.differences} />;
}
