import { jsonOf, serveQueries } from '../../measurements/server/query-worker.public.ts';
import { type PreviewRequest, previewRule } from './preview.service.ts';

// A thread of the api process: it looks at stored readings again, away from charts and from readings that come in.
serveQueries<PreviewRequest>(
  async ({ query: request, now, ...rest }) =>
    jsonOf(await previewRule({ ...rest, now: now.getTime() }, request)),
  'previews',
);
