import { Button, Loader, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { DialogFooter } from '../../../shared/web/ui/DialogFooter.tsx';
import { type CsvMapping, type ImportPreview, measurementsCalls } from '../measurements.contract.ts';
import { BadRows } from './BadRows.tsx';
import { ColumnTable } from './ColumnTable.tsx';
import { useFaultLabels } from './fault-words.ts';
import { grammarCount } from './grammar-count.ts';
import { ImportSummary } from './ImportSummary.tsx';
import type { ImportDialogProps } from './import-dialog-props.ts';
import { MappingForm } from './MappingForm.tsx';
import { SampleTable } from './SampleTable.tsx';

interface Props {
  preview: ImportPreview;
  device: ImportDialogProps['device'];
  zone: string;
  starting: boolean;
  fault: string | null;
  onPreview: (preview: ImportPreview) => void;
  onOtherFile: () => void;
  onRun: (mapping: CsvMapping) => void;
}

const TYPING_PAUSE_MS = 350;

/** The mapping as it is edited, and the preview that follows it after a short pause. */
function useMapping(preview: ImportPreview, onPreview: Props['onPreview']) {
  const company = useCompany().id_client;
  const [mapping, setMapping] = useState(preview.mapping);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);
  const again = useMutation({
    mutationFn: async ({ asked, anew }: { asked: CsvMapping; anew: boolean }) => {
      newest.current += 1;
      const turn = newest.current;
      const answer = await send(measurementsCalls.previewImport, {
        params: { id: String(preview.id) },
        query: anew ? { anew: 'true' } : {},
        body: asked,
        company,
      });
      // An older answer that comes late must not overwrite a newer one.
      if (turn !== newest.current) return;
      const understood = anew ? answer.mapping : asked;
      setMapping(understood);
      onPreview({ ...answer, mapping: understood });
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: CsvMapping) => {
    setMapping(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => again.mutate({ asked: next, anew: false }), TYPING_PAUSE_MS);
  };
  // Another sheet has other columns: it is understood by itself.
  const chooseSheet = (sheet: string) => {
    clearTimeout(timer.current);
    setMapping({ ...mapping, sheet });
    again.mutate({ asked: { ...mapping, sheet }, anew: true });
  };
  return { mapping, change, chooseSheet, current: mapping === preview.mapping, following: again };
}

/** How a file is understood, open to correction, and what would be stored. */
export function ImportReview(props: Props) {
  const { preview, device, zone, starting, fault, onPreview, onOtherFile, onRun } = props;
  const { t } = useTranslation('measurements');
  const { number } = useFormat();
  const { ofError } = useFaultLabels();
  const { mapping, change, chooseSheet, current, following } = useMapping(preview, onPreview);
  const energies = preview.notes.find(({ code }) => code === 'interval_energy');
  const intervalMinutes = energies ? (mapping.interval_s ?? Number(energies.params.minutes) * 60) / 60 : null;
  const obstacle =
    mapping.columns.length === 0
      ? t('import.no_columns')
      : preview.readings === 0
        ? t('import.no_readings')
        : null;
  return (
    <Stack gap={14}>
      <ImportSummary preview={preview} zone={zone} />
      <Section
        look="plain"
        order={3}
        title={t('import.understood')}
        beside={!current && <Loader size={14} />}
        hint={t('import.understood_hint')}
      >
        <MappingForm
          mapping={mapping}
          header={preview.header}
          sheets={preview.sheets}
          intervalMinutes={intervalMinutes}
          onChange={change}
          onSheet={chooseSheet}
        />
        <ColumnTable mapping={mapping} header={preview.header} device={device} onChange={change} />
      </Section>
      {following.error && (
        <FormError>{t('import.preview_failed', { detail: ofError(following.error) })}</FormError>
      )}
      <SampleTable preview={preview} zone={zone} waiting={!current} />
      {preview.bad_rows > 0 && (
        <BadRows title={t('import.bad_list')} bad={preview.bad} count={preview.bad_rows} />
      )}
      <DialogFooter
        text={<span role="status">{fault ?? (current && obstacle) ?? t('import.harmless')}</span>}
      >
        <Button variant="default" onClick={onOtherFile}>
          {t('import.other_file')}
        </Button>
        <Button loading={starting} disabled={!current || obstacle !== null} onClick={() => onRun(mapping)}>
          {t('import.run', { readings: number(preview.readings, 0), count: grammarCount(preview.readings) })}
        </Button>
      </DialogFooter>
    </Stack>
  );
}
