import { jsonOf, serveQuestions } from '../../measurements/server/questions.public.ts';
import { type PreviewQuestion, previewRule } from './preview.service.ts';

// A thread of the api process: it looks at stored readings again, away from charts and from readings that come in.
serveQuestions<PreviewQuestion>(
  async ({ question, now, ...asked }) =>
    jsonOf(await previewRule({ ...asked, now: now.getTime() }, question)),
  'previews',
);
