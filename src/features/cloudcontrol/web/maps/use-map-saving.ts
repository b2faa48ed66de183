import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../shared/web/charts/download.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { MapFormat, MapTarget } from './map-targets.ts';
import { useRemarkLabels } from './remark-words.ts';

/** The reader's own day, as a part of a file's name. */
const today = (): string => new Date().toLocaleDateString('sv-SE');

/** Hands a map, or an example of one, to the reader as a file. */
export function useMapSaving(target: MapTarget) {
  const { t } = useTranslation('maps');
  const lang = useLanguage();
  const { failure } = useRemarkLabels();
  return useMutation({
    mutationFn: async ({ format, example }: { format: MapFormat; example: boolean }) => {
      const plain = target.name.replace(/[^\p{L}\p{N}_.-]+/gu, '-');
      const name = example ? 'map-example' : `${plain}-${today()}`;
      download(await target.save(format, { lang, example }), `${name}.${format}`);
    },
    onError: (fault) => toast.failed(t('export_failed', { why: failure(fault) })),
  });
}
