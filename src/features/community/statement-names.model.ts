import type { Statement, StatementContent } from './statements.contract.ts';

export type StatedName = Statement['names'][number] & {
  /** Number of the member, or code of the plant; empty where it is not known. */
  readonly ref: string;
};
type Kind = StatedName['kind'];

/** Puts a text under a seal of its own. */
export type SealText = (text: string) => Pick<StatedName, 'seal' | 'salt'>;

interface Named {
  readonly proj_code: string;
  readonly name: string;
}

/** Whose name a text is, by where it stands. */
interface Whose {
  readonly kind: Kind;
  readonly ref: string;
  readonly text: string;
}

/** A content in which `replace` says what stands for each name and POD. */
function withTexts(content: StatementContent, replace: (whose: Whose) => string): StatementContent {
  const { members } = content;
  const nameOf = new Map(members.map(({ id, name }) => [id, name]));
  const ownerOf = (name: string, pod: string) =>
    members.find((member) => member.name === name && member.pods.includes(pod))?.id;
  const member = (id: number | undefined, text: string) =>
    replace({ kind: 'member', ref: String(id ?? ''), text });
  const pod = (text: string) => replace({ kind: 'pod', ref: '', text });
  const plant = (text: string, ref = '') => replace({ kind: 'plant', ref, text });
  return {
    ...content,
    members: members.map((one) => ({ ...one, name: member(one.id, one.name), pods: one.pods.map(pod) })),
    lines: content.lines.map((line) =>
      line.member_id === null
        ? { ...line, name: plant(line.name, line.proj_code ?? '') }
        : { ...line, name: member(line.member_id, nameOf.get(line.member_id) ?? line.name) },
    ),
    missing: content.missing.map((one) => ({
      ...one,
      name: one.direction === 'injected' ? plant(one.name) : member(ownerOf(one.name, one.pod), one.name),
      pod: pod(one.pod),
    })),
    // What is noted by name are plants.
    notes: content.notes.map((note) => ({ ...note, name: plant(note.name) })),
  };
}

/** A content whose names and PODs stand apart: in their place their seals. */
export function namesApart(
  content: StatementContent,
  { plants, seal }: { plants: readonly Named[]; seal: SealText },
): { content: StatementContent; names: StatedName[] } {
  const codes = new Map(plants.map(({ name, proj_code }) => [name, proj_code]));
  const names = new Map<string, StatedName>();
  const sealed = withTexts(content, ({ kind, text, ref: known }) => {
    if (text === '') return '';
    const ref = kind === 'plant' ? known || (codes.get(text) ?? '') : known;
    const key = JSON.stringify([kind, ref, text]);
    const name = names.get(key) ?? { kind, ref, text, ...seal(text) };
    names.set(key, name);
    return name.seal;
  });
  return { content: sealed, names: [...names.values()] };
}

/** A content as it is read: with the texts that stand behind its seals. */
export function withNames(
  content: StatementContent,
  names: readonly Pick<StatedName, 'seal' | 'text'>[],
): StatementContent {
  if (names.length === 0) return content;
  const texts = new Map(names.map(({ seal, text }) => [seal, text]));
  const textOf = (text: string) => texts.get(text) ?? text;
  return {
    ...content,
    members: content.members.map((one) => ({ ...one, name: textOf(one.name), pods: one.pods.map(textOf) })),
    lines: content.lines.map((line) => ({ ...line, name: textOf(line.name) })),
    missing: content.missing.map((one) => ({ ...one, name: textOf(one.name), pod: textOf(one.pod) })),
    notes: content.notes.map((note) => ({ ...note, name: textOf(note.name) })),
  };
}

/** How many names of a statement are pseudonyms by now. */
export const erasedNames = (names: Statement['names']): number =>
  names.filter(({ kind, salt }) => kind !== 'pod' && salt === null).length;
