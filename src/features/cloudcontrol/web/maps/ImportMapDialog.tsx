import { Alert, Anchor, Button, Group, Loader, Stack } from '@mantine/core';
import { IconFileSpreadsheet, IconInfoCircle, IconTableImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TABLE_FILES } from '../../../../shared/web/files/table-files.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import { FileDrop } from '../../../../shared/web/ui/FileDrop.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { MapReport } from '../../maps.contract.ts';
import { MAP_FILE_BYTES } from '../../maps.model.ts';
import { FaultTable } from './FaultTable.tsx';
import { MapChanges, MapCounts } from './MapChanges.tsx';
import { MapOptionsForm } from './MapOptionsForm.tsx';
import type { MapFormat, MapTarget } from './map-targets.ts';
import { useRemarkLabels } from './remark-words.ts';
import { type MapImport, useMapImport } from './use-map-import.ts';
import { useMapSaving } from './use-map-saving.ts';
import { WarningList } from './WarningList.tsx';

function Drop({ target, work }: { target: MapTarget; work: MapImport }) {
  const { t } = useTranslation('maps');
  const { failure } = useRemarkLabels();
  const saving = useMapSaving(target);
  const example = (format: MapFormat) => (
    <Button
      variant="default"
      size="compact-sm"
      loading={saving.isPending && saving.variables.format === format}
      onClick={() => saving.mutate({ format, example: true })}
    >
      {t(`drop.example_${format}`)}
    </Button>
  );
  return (
    <FileDrop
      label={t('drop.label')}
      hint={t('drop.hint')}
      reading={t('drop.reading')}
      refused={t('drop.refused')}
      icon={IconTableImport}
      accept={TABLE_FILES}
      mostBytes={MAP_FILE_BYTES}
      busy={work.reading}
      fault={work.fault ? failure(work.fault) : null}
      single
      onFiles={([file]) => file && work.choose(file)}
    >
      <Group justify="space-between" gap="8px 20px">
        <Muted as="span">{t('drop.harmless')}</Muted>
        <Group gap={8}>
          <Muted as="span">{t('drop.example')}</Muted> {example('csv')} {example('xlsx')}
        </Group>
        <Anchor fz={12} href="/register-maps.md" target="_blank" rel="noreferrer">
          {t('drop.about')}
        </Anchor>
      </Group>
    </FileDrop>
  );
}

function Review({ work, report }: { work: MapImport; report: MapReport }) {
  const { t } = useTranslation('maps');
  const { number } = useFormat();
  const { failure } = useRemarkLabels();
  const read = report.columns.filter(({ field }) => field !== null).length;
  const all = report.columns.filter(({ header }) => header !== '').length;
  return (
    <Stack gap={16}>
      <Group gap="4px 10px">
        <IconFileSpreadsheet size={20} stroke={1.6} color="var(--text-muted)" aria-hidden="true" />
        <b>{work.file?.name}</b>
        <Muted as="span" size="md">
          {t('file.columns', { read: number(read, 0), all: number(all, 0) })}
        </Muted>
        {work.reading && <Loader size={16} aria-label={t('drop.reading')} />}
        <Button variant="default" size="compact-md" ml="auto" onClick={work.drop}>
          {t('file.other')}
        </Button>
      </Group>
      {work.outrun && (
        <Alert role="alert" color="blue" variant="light" icon={<IconInfoCircle size={18} />}>
          {t('apply.conflict')}
        </Alert>
      )}
      {work.fault && <FormError>{failure(work.fault)}</FormError>}
      <MapOptionsForm options={work.options} onChange={work.change} />
      <Stack gap={16} opacity={work.reading ? 0.55 : 1} aria-busy={work.reading}>
        <MapCounts counts={report.counts} />
        {report.faults_count > 0 && <FaultTable report={report} />}
        {report.warnings_count > 0 && <WarningList report={report} />}
        <MapChanges report={report} />
      </Stack>
    </Stack>
  );
}

function Footer({ work, report, onClose }: { work: MapImport; report: MapReport; onClose: () => void }) {
  const { t } = useTranslation('maps');
  const { t: tc } = useTranslation();
  const { added, changed, removed } = report.counts;
  const count = added + changed + removed;
  const faulty = report.faults_count > 0;
  const word = faulty ? t('apply.faulty') : count === 0 ? t('apply.none') : t('apply.do', { count });
  return (
    <DialogFooter text={t('apply.whole')}>
      <Button variant="default" onClick={onClose}>
        {tc('cancel')}
      </Button>
      <Button
        disabled={faulty || count === 0 || work.reading}
        loading={work.applying}
        {...(removed > 0 ? { color: 'red' } : {})}
        onClick={work.apply}
      >
        {word}
      </Button>
    </DialogFooter>
  );
}

/** Takes a map of registers in: a file is dropped, what it would change is shown at once, and it is applied as a whole. */
export function ImportMapDialog({ target, onClose }: { target: MapTarget; onClose: () => void }) {
  const { t } = useTranslation('maps');
  const work = useMapImport(target, () => {
    toast.done(t('apply.done'));
    onClose();
  });
  const { report } = work;
  return (
    <Dialog title={t('title', { name: target.name })} size={report ? 980 : 640} keeps onClose={onClose}>
      {report ? <Review work={work} report={report} /> : <Drop target={target} work={work} />}
      {report && <Footer work={work} report={report} onClose={onClose} />}
    </Dialog>
  );
}
