/**
 * Cuts a stream of server-sent events into their data, whatever the pieces it arrives in.
 * Comments and fields other than data are left out; several data lines are joined by line breaks.
 * @returns a function that takes the next piece of text and answers the events completed by it
 */
export function eventParser(): (piece: string) => string[] {
  let rest = '';
  return (piece) => {
    // A carriage return at the very end may be half of a line end whose other half is still to come.
    rest = (rest + piece).replace(/\r\n|\r(?!\n|$)/g, '\n');
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n').filter((line) => line.startsWith('data:'));
      return lines.length === 0 ? [] : [lines.map((line) => line.replace(/^data: ?/, '')).join('\n')];
    });
  };
}
