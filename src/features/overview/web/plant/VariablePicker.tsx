import { Badge, Button, Checkbox, Group, Popover } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spellUnit } from '../../../../shared/units/units.ts';
import { useGroups } from '../../../../shared/web/charts/group-words.tsx';
import { fits, unitsOf } from '../../../../shared/web/charts/unit-guard.model.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { SearchField } from '../../../../shared/web/list/SearchField.tsx';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Divided } from '../../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import type { Drawable } from '../../../measurements/web/chart/drawables.public.ts';
import classes from './variables.module.css';

interface Props {
  drawables: readonly Drawable[];
  chosen: readonly Drawable[];
  /** Whether the page's own choice of main variables is in force. */
  main: boolean;
  /** undefined goes back to the main variables. */
  onChosen: (next: Drawable[] | undefined) => void;
}

const FEW_MEMBERS = 5;

interface OwnerGroup {
  owner: string | null;
  members: Drawable[];
}

/** Drawables by their owner, the plant first; of a search only what matches, in the owner's name or its own. */
function groupsOf(drawables: readonly Drawable[], text: string): OwnerGroup[] {
  const wanted = text.trim().toLocaleLowerCase('it').split(/\s+/);
  const groups = new Map<string | null, Drawable[]>();
  for (const one of drawables) {
    const words =
      `${one.owner ?? ''} ${one.label_en} ${one.label_it} ${one.name} ${one.unit}`.toLocaleLowerCase('it');
    if (!wanted.every((part) => words.includes(part))) continue;
    groups.set(one.owner, [...(groups.get(one.owner) ?? []), one]);
  }
  return [...groups].map(([owner, members]) => ({ owner, members }));
}

/** A device's variables by their groups, in the order of these; the few of a small one need no headings. */
function sectionsOf(
  members: readonly Drawable[],
  placeOf: (code: string) => number,
): [code: string, section: Drawable[]][] {
  const sections = Map.groupBy(members, (one) => one.group_name ?? '');
  const headed = members.length > FEW_MEMBERS && sections.size > 1;
  if (!headed) return [['', [...members]]];
  return [...sections].toSorted(([a], [b]) => placeOf(a) - placeOf(b));
}

interface GroupProps {
  group: OwnerGroup;
  chosenKeys: ReadonlySet<string>;
  open: boolean;
  onToggle: (one: Drawable) => void;
}

function GroupBox({ group: { owner, members }, chosenKeys, open, onToggle }: GroupProps) {
  const { t } = useTranslation('plant');
  const language = useLanguage();
  const { nameOf, placeOf } = useGroups();
  const [unfolded, setUnfolded] = useState(open);
  const count = members.filter((one) => chosenKeys.has(one.key)).length;
  const shown = open || unfolded;
  return (
    <section>
      <h3 className={classes.groupTitle}>
        <FoldButton open={shown} onToggle={setUnfolded}>
          {owner ?? t('variables.plant')}
          {count > 0 && <Badge size="sm">{count}</Badge>}
        </FoldButton>
      </h3>
      {shown &&
        sectionsOf(members, placeOf).map(([code, section]) => (
          <ul key={code} className={classes.members} aria-label={code === '' ? undefined : nameOf(code)}>
            {code !== '' && (
              <Muted as="li" aria-hidden="true">
                {nameOf(code)}
              </Muted>
            )}
            {section.map((one) => (
              <li key={one.key}>
                <Checkbox
                  size="xs"
                  checked={chosenKeys.has(one.key)}
                  onChange={() => onToggle(one)}
                  label={
                    <Group justify="space-between" gap={12} component="span">
                      {language === 'it' ? one.label_it : one.label_en}
                      <span className="muted">{spellUnit(one.unit)}</span>
                    </Group>
                  }
                  classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
                />
              </li>
            ))}
          </ul>
        ))}
    </section>
  );
}

/** Chooses what is drawn, over all devices, up to four units of measure. // spec §5 */
export function VariablePicker({ drawables, chosen, main, onChosen }: Props) {
  const { t } = useTranslation('plant');
  const { t: charts } = useTranslation('charts');
  const [dialog, setDialog] = useState(false);
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const chosenKeys = new Set(chosen.map((one) => one.key));
  const toggle = (one: Drawable) => {
    if (chosenKeys.has(one.key)) {
      setRefused(false);
      return onChosen(chosen.filter((other) => other.key !== one.key));
    }
    const room = fits(chosen, one);
    setRefused(!room);
    if (room) onChosen([...chosen, one]);
  };
  const groups = groupsOf(drawables, text);
  return (
    <Popover
      opened={dialog}
      onChange={setDialog}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      width="min(360px, calc(100vw - 24px))"
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconListSearch size={16} stroke={1.7} />}
          onClick={() => setDialog(!dialog)}
          disabled={drawables.length === 0}
        >
          {t('variables.button', { count: chosen.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={10} aria-label={t('variables.title')}>
        <SearchField data-autofocus label={t('variables.search')} value={text} onSearch={setText} />
        <div role="alert">
          {refused && (
            <Note tone="warning" filled>
              {charts('too_many_units')}
            </Note>
          )}
        </div>
        <div className={classes.groups}>
          {groups.length === 0 && <Muted size="md">{t('variables.none')}</Muted>}
          {groups.map((group) => (
            <GroupBox
              key={group.owner ?? ''}
              group={group}
              chosenKeys={chosenKeys}
              open={text.trim() !== '' || group.owner === null}
              onToggle={toggle}
            />
          ))}
        </div>
        <Divided tight>
          <Group gap={6}>
            <Muted as="span" style={{ flex: 1 }}>
              {t('variables.units', { count: unitsOf(chosen).length })}
            </Muted>
            <Button
              variant="subtle"
              size="xs"
              disabled={main}
              onClick={() => {
                setRefused(false);
                onChosen(undefined);
              }}
            >
              {t('variables.main')}
            </Button>
            <Button size="xs" onClick={() => setDialog(false)}>
              {t('variables.close')}
            </Button>
          </Group>
        </Divided>
      </Popover.Dropdown>
    </Popover>
  );
}
