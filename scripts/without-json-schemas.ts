import type { Plugin } from 'vite';

const WRITERS = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/**
 * Leaves out the parts of zod that write JSON schemas: every schema names them, and no page ever calls them. The server's
 * document of its calls, which does, is no part of the browser's program.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    transform(code, id) {
      if (!WRITERS.test(id)) return undefined;
      const names = [...code.matchAll(EXPORTED)].map(([, declared, renamed]) => declared ?? renamed);
      return {
        // Schemas ask for their writer when they are looked at, and call it when one is written.
        code: `const unwritten = () => () => { throw new Error('no JSON schema is written in the browser'); };
export { ${names.map((name) => `unwritten as ${name}`).join(', ')} };`,
        map: null,
      };
    },
  };
}
