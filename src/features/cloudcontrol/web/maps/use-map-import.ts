import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../../../shared/contract/client.ts';
import { tableBlob } from '../../../../shared/web/files/table-files.ts';
import type { MapReport } from '../../maps.contract.ts';
import type { MapOptions, MapTarget } from './map-targets.ts';

export interface ChosenFile {
  readonly name: string;
  readonly content: Blob;
}

/** A map on its way in: a file is read at once, and anew whenever its options change. */
export function useMapImport(target: MapTarget, onApplied: () => void) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [options, setOptions] = useState<MapOptions>({ addresses: 'as_written', remove_others: false });
  const [outrun, setOutrun] = useState(false);
  const trying = useMutation({
    mutationFn: ({ content, wish }: { content: Blob; wish: MapOptions }) =>
      target.send(content, { ...wish, dry_run: true, version: null }),
  });
  const applying = useMutation({
    mutationFn: ({ content, report }: { content: Blob; report: MapReport }) =>
      target.send(content, { ...options, dry_run: false, version: report.newest_version }),
    onSuccess: async () => {
      await target.renew();
      onApplied();
    },
    onError: (fault) => {
      if (!(fault instanceof CallError) || fault.status !== 409 || !file) return;
      setOutrun(true);
      trying.mutate({ content: file.content, wish: options });
    },
  });
  const choosing = useMutation({
    mutationFn: async (chosen: File) => {
      setOutrun(false);
      applying.reset();
      const content = await tableBlob(chosen);
      await trying.mutateAsync({ content, wish: options });
      setFile({ name: chosen.name, content });
    },
  });
  const change = (wish: Partial<MapOptions>) => {
    const next = { ...options, ...wish };
    setOptions(next);
    if (file) trying.mutate({ content: file.content, wish: next });
  };
  const report = file ? (trying.data ?? null) : null;
  return {
    file,
    options,
    change,
    choose: (chosen: File) => choosing.mutate(chosen),
    /** Back to where a file is chosen. */
    drop: () => {
      setFile(null);
      choosing.reset();
    },
    report,
    /** The report on screen is of other options than those that are set. */
    reading: choosing.isPending || trying.isPending,
    fault: file ? (trying.error ?? (outrun ? null : applying.error)) : choosing.error,
    outrun,
    applying: applying.isPending,
    apply: () => {
      if (file && report) applying.mutate({ content: file.content, report });
    },
  };
}
export type MapImport = ReturnType<typeof useMapImport>;
