import { Button, Group, Stack } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WORKBOOK } from '../../../../shared/contract/table-file.ts';
import { tableBlob } from '../../../../shared/web/files/table-files.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { useSizeWords } from '../../../../shared/web/records/use-size-words.ts';
import { Dialog } from '../../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../../shared/web/ui/DialogFooter.tsx';
import { FileDrop } from '../../../../shared/web/ui/FileDrop.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';

interface Props<R> {
  readonly title: string;
  readonly hint: string;
  readonly accept: Record<string, string[]>;
  readonly mostBytes: number;
  /** Reads the file, and stores it where it was tried before: `tried` is what that said. */
  readonly act: (file: Blob, tried: R | null) => Promise<R>;
  readonly isStored: (report: R) => boolean;
  readonly mayStore: (report: R) => boolean;
  /** What is said once it is stored. */
  readonly done: (report: R) => string;
  readonly onClose: () => void;
  readonly children: (report: R) => ReactNode;
}

interface Tried<R> {
  readonly file: Blob;
  readonly name: string;
  readonly report: R;
}

/** Takes a file in: it is tried first and what it holds is shown, then it is stored as a whole. */
export function ImportFile<R>(props: Props<R>) {
  const { title, hint, accept, mostBytes, act, isStored, mayStore, done, onClose, children } = props;
  const { t } = useTranslation('community');
  const { formMessage } = useErrorMessage('community');
  const size = useSizeWords();
  const kinds = WORKBOOK in accept ? 'table' : 'csv';
  const [tried, setTried] = useState<Tried<R> | null>(null);
  const trying = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await tableBlob(chosen);
      return { file, name: chosen.name, report: await act(file, null) };
    },
    onSuccess: setTried,
  });
  const storing = useMutation({
    mutationFn: (of: Tried<R>) => act(of.file, of.report),
    onSuccess: (report) => {
      if (!isStored(report)) return setTried((before) => before && { ...before, report });
      toast.saved(done(report));
      onClose();
    },
  });
  const fault = trying.error ?? storing.error;
  return (
    <Dialog title={title} size={tried ? 760 : 640} keeps onClose={onClose}>
      {tried ? (
        <Stack gap={12}>
          <Group gap={10}>
            <b>{tried.name}</b>
            <Button variant="default" size="compact-md" onClick={() => setTried(null)}>
              {t('import.other')}
            </Button>
          </Group>
          <FormError>{storing.error && formMessage(storing.error)}</FormError>
          {children(tried.report)}
        </Stack>
      ) : (
        <FileDrop
          label={t('import.label')}
          hint={t('import.harmless')}
          reading={t('import.reading')}
          refused={t('import.refused', { kinds: t(`import.kinds.${kinds}`), size: size(mostBytes) })}
          icon={IconTableImport}
          accept={accept}
          mostBytes={mostBytes}
          busy={trying.isPending}
          fault={fault ? (formMessage(fault) ?? null) : null}
          single
          onFiles={([file]) => file && trying.mutate(file)}
        >
          <Muted>{hint}</Muted>
        </FileDrop>
      )}
      {tried && (
        <DialogFooter text={t('import.whole')}>
          <Button
            disabled={!mayStore(tried.report)}
            loading={storing.isPending}
            onClick={() => storing.mutate(tried)}
          >
            {t('import.store')}
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}
