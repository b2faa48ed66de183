/** A piece of a mail: plain, or an address within this portal. */
export interface Piece {
  text: string;
  /** Path, search and hash; undefined for what is no link of this portal. */
  to?: string;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether an address leads here; the names of the own machine are one. */
function leadsHere(url: URL, here: URL): boolean {
  if (url.origin === here.origin) return true;
  return (
    LOOPBACK.test(url.hostname) &&
    LOOPBACK.test(here.hostname) &&
    url.port === here.port &&
    url.protocol === here.protocol
  );
}

function pieceOf(text: string, here: URL): Piece {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return { text };
  const url = new URL(text);
  return leadsHere(url, here) ? { text, to: url.pathname + url.search + url.hash } : { text };
}

export interface Paragraph {
  pieces: Piece[];
  /** What stands under every mail. */
  standing: boolean;
}

const SIGNATURE = /^--\s+/;

function paragraphOf(text: string, here: URL): Paragraph {
  const pieces = text
    .replace(SIGNATURE, '')
    .replaceAll(/[ \t]*\n(?!https?:)/g, ' ')
    .split(/(https?:\/\/[^\s<>"]+)/)
    .filter((piece) => piece !== '')
    .map((piece) => pieceOf(piece, here));
  return { pieces, standing: SIGNATURE.test(text) };
}

/**
 * A mail's paragraphs, their broken lines joined again, so that they fit any width. Only addresses of this portal become
 * links: somebody else's may stand in a name.
 */
export function paragraphsOf(body: string, here: URL): Paragraph[] {
  return body
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraphOf(paragraph, here));
}
