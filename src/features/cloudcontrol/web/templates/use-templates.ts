import type { In } from '../../../../shared/contract/call.ts';
import { forgetAnswer, keepAnswer } from '../../../../shared/web/api/kept-answers.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
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

function kept(company: number, template: Template): Template {
  keepAnswer(company, templatesCalls.get, { params: { key: template.key } }, template);
  return template;
}

export type NewTemplate = In<typeof templatesCalls.create.body>;
export type TemplateChange = In<typeof templatesCalls.change.body>;

export const createTemplate = async (company: number, body: NewTemplate): Promise<Template> =>
  kept(company, await send(templatesCalls.create, { body, company }));

export const changeTemplate = async (company: number, key: string, body: TemplateChange): Promise<Template> =>
  kept(company, await send(templatesCalls.change, { params: { key }, body, company }));

/** The template as it is stored now, also shown wherever it is on screen. */
export const fetchTemplate = async (company: number, key: string): Promise<Template> =>
  kept(company, await send(templatesCalls.get, { params: { key }, company }));

export async function removeTemplate(company: number, key: string): Promise<void> {
  await send(templatesCalls.remove, { params: { key }, company });
  forgetAnswer(company, templatesCalls.get, { params: { key } });
}
