import { useEffect, useRef, useState } from 'react';
import { upload } from '../api/upload.ts';
import { useCompany } from '../company/context.tsx';
import type { NotesOf } from './notes-of.ts';
import { takenOf } from './taken-at.ts';
import { addUploads, changeUpload, nextUpload, type Upload } from './uploads.model.ts';

/** Files on their way to a record, one after the other; what failed waits to be tried again or left. */
export function useUploads({ calls, id }: Omit<NotesOf, 'may'>) {
  const company = useCompany().id_client;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const sending = useRef<{ key: string; ending: AbortController } | null>(null);
  const next = nextUpload(uploads);
  useEffect(() => {
    if (!next || sending.current) return;
    const { key, file } = next;
    const ending = new AbortController();
    sending.current = { key, ending };
    const change = (part: Partial<Upload>) => setUploads((all) => changeUpload(all, key, part));
    change({ state: 'sending', sent: 0, fault: null });
    const query = { file_name: file.name.slice(0, 200), size: file.size, client_key: key, ...takenOf(file) };
    upload({
      call: calls.addAttachment,
      input: { params: { id }, query },
      file,
      company,
      signal: ending.signal,
      onProgress: (sent) => change({ sent }),
    })
      .then(() => setUploads((all) => all.filter((one) => one.key !== key)))
      .catch((fault: unknown) => change({ state: 'failed', fault }))
      .finally(() => {
        sending.current = null;
        // The next one begins.
        setUploads((all) => [...all]);
      });
  });
  // What is left with the page is not sent any further.
  useEffect(() => () => sending.current?.ending.abort(), []);
  return {
    uploads,
    add: (files: readonly File[]) => setUploads((all) => addUploads(all, files)),
    again: (key: string) => setUploads((all) => changeUpload(all, key, { state: 'waiting', fault: null })),
    leave: (key: string) => {
      if (sending.current?.key === key) sending.current.ending.abort();
      setUploads((all) => all.filter((one) => one.key !== key));
    },
  };
}
