import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
export const NOTICES_FILE = 'third-party-notices.txt';

/** Of the builder itself a few lines are in every program that it builds. */
const ALWAYS = ['vite'];
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
/** What follows is of parts that the builder needs and the portal does not hold. */
const OF_OTHER_PROGRAMS = /\n#+ Licenses of bundled dependencies[\s\S]*/;

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/** The text for a package that names the licence and does not bring it. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const BSD_3 = `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
disclaimer in the documentation and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

const STANDARD: Readonly<Record<string, string>> = { MIT, 'BSD-3-Clause': BSD_3 };

/** The folder of the package that a module or an asset came from. */
export function packageOf(id: string): string | undefined {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? [];
  const [, path] = /(node_modules\/.*)$/.exec(folder ?? '') ?? [];
  return path;
}

function standardText({ name, version, license, author }: Package): string[] {
  const text = STANDARD[license ?? ''];
  if (!text) throw new Error(`${name} ${version} brings no text of its licence (${license})`);
  const holder = typeof author === 'string' ? author : author?.name;
  return [`Copyright (c) ${holder ?? `the authors of ${name}`}`, text];
}

/** A package's name, version and licence with its text. @throws Error where there is none: it may not be handed on then */
function noticeOf(folder: string): string {
  const path = join(root, folder);
  const described = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Package;
  const { name, version, license } = described;
  const texts = readdirSync(path)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(path, file), 'utf8').replace(OF_OTHER_PROGRAMS, '').trim());
  return [`${name} ${version} (${license})`, ...(texts.length > 0 ? texts : standardText(described))].join(
    '\n\n',
  );
}

/** All notices as one text, packages in the order of their names. */
export function writeNotices(folders: Iterable<string>): string {
  const known = [...new Set(folders)]
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort();
  const head = 'The pages of this portal hold parts of these packages, under their own licences.';
  return `${[head, ...known.map(noticeOf)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Writes beside the built portal whose work is in it: found in what was built, so nobody has to remember it. */
export function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) =>
              renderedLength > 0 ? [id] : [],
            )
          : file.originalFileNames,
      );
      const folders = [...ids.map(packageOf), ...ALWAYS.map((name) => `node_modules/${name}`)];
      const source = writeNotices(folders.filter((folder) => folder !== undefined));
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source });
    },
  };
}
