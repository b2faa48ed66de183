import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { boxesCalls, type PowerLine } from '../boxes.contract.ts';
import { LINES } from '../night.model.ts';
import { EditLine, NewLine } from './LineForm.tsx';

type Opened =
  | { kind: 'new'; free: readonly number[] }
  | { kind: 'edit'; line: PowerLine }
  | { kind: 'remove'; line: PowerLine };

function RemoveLine({ line, onClose }: { line: PowerLine; onClose: () => void }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  return (
    <ConfirmAction
      title={t('lines.remove_title', { line: line.line })}
      confirm={t('lights.remove')}
      words="lighting"
      act={() => send(boxesCalls.removePowerLine, { params: { id: String(line.id) }, company })}
      onDone={() => toast.deleted()}
      onClose={onClose}
    >
      {t('lines.remove_text')}
    </ConfirmAction>
  );
}

function Table({
  lines,
  onOpen,
}: {
  lines: readonly PowerLine[];
  onOpen: ((opened: Opened) => void) | null;
}) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  const kw = (value: number | null) => (value === null ? '–' : `${number(value)} kW`);
  const head = [
    t('lines.line'),
    t('lines.name'),
    t('lines.in_use'),
    { text: t('lines.nominal'), number: true },
    { text: t('lines.lamps'), number: true },
    { text: t('lines.measured'), number: true },
    { text: t('lines.actions'), hidden: true },
  ];
  return (
    <PlainTable label={t('lines.setup')} inset stacked head={head}>
      {lines.map((one) => (
        <tr key={one.id}>
          <th scope="row" data-label={t('lines.line')}>
            {one.line}
          </th>
          <td data-label={t('lines.name')}>{one.name || '–'}</td>
          <td data-label={t('lines.in_use')}>{t(one.enabled ? 'yes' : 'no')}</td>
          <td data-label={t('lines.nominal')} data-number>
            {kw(one.load_nominal_kw)}
          </td>
          <td data-label={t('lines.lamps')} data-number>
            {one.lights === 0 ? '–' : `${number(one.lights, 0)} · ${kw(one.lamps_kw)}`}
          </td>
          <td data-label={t('lines.measured')} data-number>
            {kw(one.measured_kw)}
          </td>
          <td>
            {onOpen && (
              <>
                <RowButton
                  label={t('lines.edit_one', { line: one.line })}
                  icon={IconPencil}
                  onClick={() => onOpen({ kind: 'edit', line: one })}
                />
                <RowButton
                  label={t('lines.remove_one', { line: one.line })}
                  icon={IconTrash}
                  onClick={() => onOpen({ kind: 'remove', line: one })}
                />
              </>
            )}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** What the lines of a box are: names, loads, and which are in use. */
export function PowerLines({ box_id }: { box_id: number }) {
  const { t } = useTranslation('lighting');
  const may = useCan('lighting.switch');
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useCall(boxesCalls.powerLines, { query: { box_id: String(box_id), page_size: '6' } });
  const free = query.data && LINES.filter((line) => !query.data.results.some((one) => one.line === line));
  const add = may && free !== undefined && free.length > 0 && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setOpened({ kind: 'new', free })}
    >
      {t('lines.add')}
    </Button>
  );
  const close = () => setOpened(null);
  return (
    <Section title={t('lines.setup')} look="table" actions={add}>
      <Known query={query} height={200}>
        {({ results }) => <Table lines={results} onOpen={may ? setOpened : null} />}
      </Known>
      {opened?.kind === 'new' && <NewLine box_id={box_id} free={opened.free} onClose={close} />}
      {opened?.kind === 'edit' && <EditLine line={opened.line} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveLine line={opened.line} onClose={close} />}
    </Section>
  );
}
