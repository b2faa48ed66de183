import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DataTablePager } from '../../list/DataTableBar.tsx';
import { Divided } from '../../page/Section.tsx';
import { Muted } from '../../page/Text.tsx';
import { PAGE_ROWS, useRowPages } from '../use-row-pages.ts';
import { FieldGrid } from './FieldGroup.tsx';

interface Props {
  name: string;
  title: string;
  /** Not drawn where the section around the rows has the same title. */
  titleHidden?: boolean;
  /** What an added row holds before anything is typed. */
  blank: object;
  add: string;
  /** Another way to begin a row. */
  also?: { add: string; blank: object };
  /** What the button that removes a row is called, by the row's place from 1. */
  remove: (place: number) => string;
  /** Said where there is no row. */
  none: string;
  atMost: number;
  /** What a row is known by where there are many and one of them is looked for. */
  rowName?: (row: Readonly<Record<string, unknown>>) => string;
  /** The fields of a row; their names begin with `at`, as in `contacts.0.name`. */
  children: (at: string) => ReactNode;
}

type Pages = ReturnType<typeof useRowPages>;

/** Where there are many rows: which of them are shown. */
function RowPages({
  name,
  title,
  rowName,
  pages: { page, show },
}: { pages: Pages } & Pick<Props, 'name' | 'title' | 'rowName'>) {
  const { t } = useTranslation();
  // As they are typed: the list of fields knows them as they were added.
  const rows: readonly object[] = useWatch({ name }) ?? [];
  const firsts = rows.flatMap((row, i) => (i % PAGE_ROWS === 0 ? [{ row, i }] : []));
  return (
    <Group gap={8} justify="space-between">
      <NativeSelect
        aria-label={`${t('table.pages')} · ${title}`}
        value={String(page)}
        data={firsts.map(({ row, i }, at) => ({
          value: String(at + 1),
          label: [String(i + 1), rowName?.(row as Record<string, unknown>)].filter(Boolean).join(' · '),
        }))}
        onChange={(event) => show(Number(event.currentTarget.value))}
      />
      <DataTablePager page={page} page_size={PAGE_ROWS} count={rows.length} onPage={show} of={title} />
    </Group>
  );
}

interface RowProps extends Pick<Props, 'remove' | 'children'> {
  at: string;
  place: number;
  onRemove: () => void;
}

function Row({ at, place, remove, children, onRemove }: RowProps) {
  return (
    <Divided tight>
      <Group align="flex-start" gap={8} wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          <FieldGrid min={170}>{children(at)}</FieldGrid>
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="var(--target)"
          mt={22}
          aria-label={remove(place)}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Divided>
  );
}

/** Rows of fields that a record holds: added, changed and removed with it, and saved as one with it; many of them by pages. */
export function RowsField(props: Props) {
  const { name, title, titleHidden, blank, add, also, none, atMost, rowName } = props;
  const rows = useFieldArray({ name });
  const count = rows.fields.length;
  const pages = useRowPages(name, count);
  const first = (pages.page - 1) * PAGE_ROWS;
  return (
    <Fieldset legend={titleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title} variant="unstyled">
      <Stack gap={12}>
        {count === 0 && <Muted>{none}</Muted>}
        {pages.paged && <RowPages name={name} title={title} pages={pages} {...(rowName && { rowName })} />}
        {rows.fields.slice(first, first + PAGE_ROWS).map(({ id }, i) => (
          <Row
            key={id}
            at={`${name}.${first + i}`}
            place={first + i + 1}
            remove={props.remove}
            onRemove={() => rows.remove(first + i)}
          >
            {props.children}
          </Row>
        ))}
        <Group gap={8}>
          {[{ add, blank }, ...(also ? [also] : [])].map((one) => (
            <Button
              key={one.add}
              variant="subtle"
              size="compact-sm"
              w="max-content"
              leftSection={<IconPlus size={15} />}
              disabled={count >= atMost}
              onClick={() => {
                rows.append(one.blank);
                pages.showRow(count);
              }}
            >
              {one.add}
            </Button>
          ))}
        </Group>
      </Stack>
    </Fieldset>
  );
}
