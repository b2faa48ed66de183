import { NavLink, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import type { CommandGroup } from './command.model.ts';

interface Props {
  /** Names the list, and by it each of its options. */
  id: string;
  label: string;
  groups: readonly CommandGroup[];
  /** The option that Enter runs. */
  active: string | undefined;
  onActive: (id: string) => void;
  onRun: (id: string) => void;
}

/** The id of an option's element. */
export const optionId = (list: string, id: string): string => `${list}-${id}`;

/** What the palette offers, by groups: the list of its field. */
export function Results({ id, label, groups, active, onActive, onRun }: Props) {
  const { t } = useTranslation();
  return (
    <div id={id} role="listbox" aria-label={label}>
      {groups.map(({ group, commands, count = 0 }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
        <div key={group} role="group" aria-label={group}>
          <Text size="xs" fw={600} c="dimmed" px={12} pt={10} pb={4} aria-hidden="true">
            {group}
            {count > commands.length && (
              <Muted as="span"> – {t('palette.first', { count, shown: commands.length })}</Muted>
            )}
          </Text>
          {commands.map((one) => (
            <NavLink
              key={one.id}
              id={optionId(id, one.id)}
              component="div"
              role="option"
              tabIndex={-1}
              aria-selected={one.id === active}
              active={one.id === active}
              noWrap
              label={one.label}
              rightSection={one.beside && <Muted as="span">{one.beside}</Muted>}
              style={{ scrollMarginBlock: 32 }}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => onActive(one.id)}
              onClick={() => onRun(one.id)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
