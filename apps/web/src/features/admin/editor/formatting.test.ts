import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { format, type Formatting } from './formatting.ts';

/** Formats the text between the bars, and marks what is selected afterwards with bars. */
function formatted(text: string, formatting: Formatting): string {
  const anchor = text.indexOf('|');
  const head = text.lastIndexOf('|') - 1;
  const doc = text.replaceAll('|', '');
  const state = EditorState.create({ doc, selection: { anchor, head: Math.max(anchor, head) } });
  const next = state.update(format(state, formatting)).state;
  const { from, to } = next.selection.main;
  return `${next.sliceDoc(0, from)}|${next.sliceDoc(from, to)}|${next.sliceDoc(to)}`;
}

describe('the toolbar', () => {
  it.each<[Formatting, string, string]>([
    ['bold', 'a |word| b', 'a **|word|** b'],
    ['bold', 'a **|word|** b', 'a |word| b'],
    ['bold', '||', '**|bold text|**'],
    ['italic', '|word|', '_|word|_'],
    ['italic', '_|word|_', '|word|'],
    ['heading', 'A t|it|le', '## A t|it|le'],
    ['heading', '## A t|it|le', 'A t|it|le'],
    ['list', 'o|ne\ntw|o', '- o|ne\n- tw|o'],
    ['list', '- o|ne\n- tw|o', 'o|ne\ntw|o'],
    ['list', '- o|ne\ntw|o', '- - o|ne\n- tw|o'],
    ['quote', 'sa|i|d', '> sa|i|d'],
    ['link', 'see |this| page', 'see [this](|https://|) page'],
    ['link', '||', '[link text](|https://|)'],
  ])('makes %s of %j', (formatting, before, after) => {
    expect(formatted(before, formatting)).toBe(after);
  });
});
