import { queryOptions } from '@tanstack/react-query';
import type { In } from '../../../../shared/contract/call.ts';
import { companyKey, queryClient } from '../../../../shared/web/api/query-client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { type Template, templatesCalls } from '../../templates.contract.ts';

export const templatesQuery = (company: number) =>
  queryOptions({
    queryKey: companyKey(company, 'devices', 'templates'),
    queryFn: ({ signal }) => send(templatesCalls.list, { company, signal }),
  });

export const templateQuery = (company: number, key: string) =>
  queryOptions({
    queryKey: companyKey(company, 'devices', 'template', key),
    queryFn: ({ signal }) => send(templatesCalls.get, { params: { key }, company, signal }),
  });

export interface PreviewRequest {
  key: string;
  device_ids: number[];
  remove: boolean;
  details: boolean;
}

/** What bringing devices to a template would change; asked anew each time it is looked at. */
export const previewQuery = (company: number, { key, ...body }: PreviewRequest) =>
  queryOptions({
    queryKey: companyKey(company, 'template-preview', key, body),
    queryFn: ({ signal }) => send(templatesCalls.preview, { params: { key }, body, company, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const differenceQuery = (company: number, key: string, device_id: number) =>
  queryOptions({
    queryKey: companyKey(company, 'template-difference', key, device_id),
    queryFn: ({ signal }) =>
      send(templatesCalls.difference, {
        params: { key },
        query: { device_id: String(device_id) },
        company,
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

function kept(company: number, template: Template): Template {
  queryClient.setQueryData(templateQuery(company, template.key).queryKey, template);
  void queryClient.invalidateQueries({ queryKey: templatesQuery(company).queryKey });
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
  queryClient.removeQueries({ queryKey: templateQuery(company, key).queryKey });
  await queryClient.invalidateQueries({ queryKey: templatesQuery(company).queryKey });
}

type Apply = In<typeof templatesCalls.apply.body>;

/** Brings devices to a template: whatever shows them, or the catalogue, is asked anew. */
export async function applyTemplate(company: number, key: string, body: Apply) {
  const done = await send(templatesCalls.apply, { params: { key }, body, company });
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'devices') });
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'device-tree') });
  void queryClient.invalidateQueries({ queryKey: companyKey(company, 'device-parameters') });
  return done;
}
