import { Badge, Group } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../../../shared/contract/capabilities.ts';
import tables from '../../../../shared/web/list/DataTable.module.css';
import { useTooWide } from '../../../../shared/web/list/use-too-wide.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { usePermissionLabels } from './permission-words.ts';
import type { Line, Mark, Section } from './permissions.model.ts';
import classes from './permissions.module.css';

function MarkCell({ mark }: { mark: Mark }) {
  const { t } = useTranslation('companies');
  const Icon = mark === 'no' ? IconMinus : IconCheck;
  return (
    <span title={t(`permissions.mark.${mark}`)}>
      <Icon size={16} stroke={2.2} aria-hidden="true" className={classes.mark} data-mark={mark} />
      <span className="visually-hidden">{t(`permissions.mark.${mark}`)}</span>
    </span>
  );
}

function Row({ line, roles }: { line: Line; roles: readonly Role[] }) {
  const { t } = useTranslation('companies');
  const { title, opens } = usePermissionLabels();
  const what = opens(line);
  return (
    <tr>
      <th scope="row">
        <Group gap="0 8px" fw={560}>
          {title(line)}
          {line.about.kind === 'capability' && line.about.keys && (
            <Badge variant="default" size="sm" tt="none">
              {t('permissions.keys')}
            </Badge>
          )}
        </Group>
        {what && <Muted as="div">{what}</Muted>}
      </th>
      {roles.map((role) => (
        <td key={role}>
          <MarkCell mark={line.marks[role]} />
        </td>
      ))}
    </tr>
  );
}

const needsApp = ({ lines }: Section): boolean =>
  lines.some(({ marks }) => Object.values(marks).includes('with_app'));

/** Rows are what can be done, columns who may; with one role its marks alone. */
export function PermissionMatrix({
  sections,
  roles,
}: {
  sections: readonly Section[];
  roles: readonly Role[];
}) {
  const { t } = useTranslation('companies');
  const { t: common } = useTranslation();
  const { group } = usePermissionLabels();
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const tooWide = useTooWide(table);
  return (
    <section
      className={tables.box}
      data-too-wide={tooWide || undefined}
      aria-label={tooWide ? t('permissions.title') : undefined}
      // A scrolling region must be reachable by keyboard.
      tabIndex={tooWide ? 0 : undefined}
    >
      <table ref={table} className={classes.matrix}>
        <caption className="visually-hidden">{t('permissions.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('permissions.what')}</th>
            {roles.map((role) => (
              <th key={role} scope="col" title={common(`role_hints.${role}`)}>
                {common(`roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section.group} aria-labelledby={`${id}-${section.group}`}>
            <tr>
              <th id={`${id}-${section.group}`} scope="rowgroup" className={classes.group}>
                {group(section.group)}
                {/* Said once: the cells below would all repeat it. */}
                {needsApp(section) && <div>{t('permissions.needs_app')}</div>}
              </th>
              <td colSpan={roles.length} className={classes.groupRest} />
            </tr>
            {section.lines.map((line) => (
              <Row key={line.id} line={line} roles={roles} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
