import { serveQuestions } from './questions.public.ts';
import { answerQuestion } from './questions.ts';

// A thread of the api process: it answers heavy questions about readings.
serveQuestions(({ pool, scope, question, now }) => answerQuestion(pool, scope, question, now), 'questions');
