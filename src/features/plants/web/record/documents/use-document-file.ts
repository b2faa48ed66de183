import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../../../../shared/web/api/call-query.ts';
import { send } from '../../../../../shared/web/api/send.ts';
import { download } from '../../../../../shared/web/charts/download.ts';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../../shared/web/ui/toast.ts';
import { documentsCalls, type PlantDocument } from '../../../documents.contract.ts';

const queryOf = ({ proj_code, id }: PlantDocument) => ({ query: { proj_code, id: String(id) } });

/** Saves the file of a document; says so where it is gone. */
export function useSaveDocument(document: PlantDocument): () => void {
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('plants');
  const saving = useMutation({
    mutationFn: async () =>
      download(await send(documentsCalls.fileBucket, { ...queryOf(document), company }), document.file_name),
    onError: (fault) => toast.failed(formMessage(fault)),
  });
  return () => {
    if (!saving.isPending) saving.mutate();
  };
}

/** The file of a document, and an address by which this page alone shows it. */
export function useDocumentFile(document: PlantDocument) {
  const company = useCompany().id_client;
  const file = useQuery(
    callQuery(company, documentsCalls.fileBucket, queryOf(document), {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  );
  const [url, setUrl] = useState<string>();
  const { data } = file;
  useEffect(() => {
    if (!data) return;
    // The server has looked at the bytes; whatever an answer says, the browser takes them for nothing else.
    const made = URL.createObjectURL(data.slice(0, data.size, 'application/pdf'));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { file, url };
}
