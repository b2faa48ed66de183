import { ActionIcon, Button, Fieldset, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Divided } from '../../page/Section.tsx';
import { Muted } from '../../page/Text.tsx';
import { FieldGrid } from './FieldGroup.tsx';

interface Props {
  name: string;
  title: string;
  /** Not drawn where the section around the rows has the same title. */
  titleHidden?: boolean;
  /** What an added row holds before anything is typed. */
  blank: object;
  add: string;
  /** What the button that removes a row is called, by the row's place from 1. */
  remove: (place: number) => string;
  /** Said where there is no row. */
  none: string;
  atMost: number;
  /** The fields of a row; their names begin with `at`, as in `contacts.0.name`. */
  children: (at: string) => ReactNode;
}

/** Rows of fields that a record holds: added, changed and removed with it, and saved as one with it. */
export function RowsField({ name, title, titleHidden, blank, add, remove, none, atMost, children }: Props) {
  const rows = useFieldArray({ name });
  return (
    <Fieldset legend={titleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title} variant="unstyled">
      <Stack gap={12}>
        {rows.fields.length === 0 && <Muted>{none}</Muted>}
        {rows.fields.map(({ id }, i) => (
          <Divided key={id} tight>
            <Group align="flex-start" gap={8} wrap="nowrap">
              <div style={{ flex: 1, minWidth: 0 }}>
                <FieldGrid min={170}>{children(`${name}.${i}`)}</FieldGrid>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="var(--target)"
                mt={22}
                aria-label={remove(i + 1)}
                onClick={() => rows.remove(i)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </Divided>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          w="max-content"
          leftSection={<IconPlus size={15} />}
          disabled={rows.fields.length >= atMost}
          onClick={() => rows.append(blank)}
        >
          {add}
        </Button>
      </Stack>
    </Fieldset>
  );
}
