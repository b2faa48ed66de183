import type { In } from '../../../../shared/contract/call.ts';
import { keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { type Template, templatesCalls } from '../../templates.contract.ts';

export const useTemplates = () => useCall(templatesCalls.list);

/** A template with its variables; none is asked for without a key. */
export const useTemplate = (key: string) =>
  useCall(templatesCalls.get, key === '' ? null : { params: { key } });

export interface PreviewRequest {
  key: string;
  device_ids: number[];
  remove: boolean;
  details: boolean;
}

/** Asked anew each time it is looked at. */
const ANEW = { staleTime: 0, gcTime: 0, retry: false } as const;

/** What bringing devices to a template would change. */
export const usePreview = ({ key, ...body }: PreviewRequest) =>
  useCall(templatesCalls.preview, { params: { key }, body }, ANEW);

/** How a template and a device differ; nothing is asked while no device is chosen. */
export const useDifference = (key: string, device_id: number | null) =>
  useCall(
    templatesCalls.difference,
    device_id === null ? null : { params: { key }, query: { device_id: String(device_id) } },
    ANEW,
  );

export type NewTemplate = In<typeof templatesCalls.create.body>;
export type TemplateChange = In<typeof templatesCalls.change.body>;

/** Shows a template as a write has answered it, at once: whoever changes it again does so from there. */
export function useKeptTemplate(): (template: Template) => void {
  const company = useCompany().id_client;
  return (template) => keepAnswer(company, templatesCalls.get, { params: { key: template.key } }, template);
}
