import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';

/** The toolbar's formats. */
export type Formatting = 'bold' | 'italic' | 'heading' | 'link' | 'list' | 'quote';

/** Toggles the format of the selection. */
export function format(state: EditorState, formatting: Formatting): TransactionSpec {
  switch (formatting) {
    case 'bold':
      return surround(state, '**', 'bold text');
    case 'italic':
      return surround(state, '_', 'italic text');
    case 'heading':
      return prefixLines(state, '## ');
    case 'list':
      return prefixLines(state, '- ');
    case 'quote':
      return prefixLines(state, '> ');
    case 'link':
      return link(state);
  }
}

function surround(state: EditorState, mark: string, example: string): TransactionSpec {
  return {
    ...state.changeByRange((range) => {
      const { from, to } = range;
      const isMarked =
        from >= mark.length &&
        state.sliceDoc(from - mark.length, from) === mark &&
        state.sliceDoc(to, to + mark.length) === mark;
      if (isMarked) {
        return {
          changes: [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ],
          range: EditorSelection.range(from - mark.length, to - mark.length),
        };
      }
      const text = range.empty ? example : state.sliceDoc(from, to);
      return {
        changes: { from, to, insert: `${mark}${text}${mark}` },
        range: EditorSelection.range(from + mark.length, from + mark.length + text.length),
      };
    }),
    userEvent: 'input',
  };
}

/** All lines of the selection get the prefix, or lose it when all have it. */
function prefixLines(state: EditorState, prefix: string): TransactionSpec {
  const { from, to } = state.selection.main;
  const first = state.doc.lineAt(from).number;
  const last = state.doc.lineAt(to).number;
  const lines = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
  const isPrefixed = lines.every(({ text }) => text.startsWith(prefix));
  const changes: ChangeSpec[] = lines.map(({ from: start }) =>
    isPrefixed ? { from: start, to: start + prefix.length } : { from: start, insert: prefix },
  );
  return { changes, userEvent: 'input' };
}

function link(state: EditorState): TransactionSpec {
  const address = 'https://';
  return {
    ...state.changeByRange(({ from, to, empty }) => {
      const text = empty ? 'link text' : state.sliceDoc(from, to);
      const start = from + text.length + 3;
      return {
        changes: { from, to, insert: `[${text}](${address})` },
        // Select the address, which is still to be typed.
        range: EditorSelection.range(start, start + address.length),
      };
    }),
    userEvent: 'input',
  };
}
