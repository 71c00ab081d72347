import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const theme = EditorView.theme(
  {
    '&': { height: '100%', color: 'var(--color-text)', fontSize: '1rem' },
    '&.cm-focused': { outline: '2px solid var(--color-gold-bright)', outlineOffset: '-2px' },
    '.cm-scroller': {
      fontFamily: "ui-monospace, 'Cascadia Code', 'Liberation Mono', Menlo, monospace",
      lineHeight: '1.6',
      overflow: 'auto',
      scrollbarWidth: 'thin',
    },
    '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--color-gold-bright)' },
    '.cm-line': { padding: '0 1rem' },
    '.cm-cursor': { borderLeftColor: 'var(--color-gold-bright)' },
    '&.cm-focused ::selection, ::selection': { background: 'var(--color-gold-deep)', color: '#fff' },
    '.cm-placeholder': { color: 'var(--color-text-muted)' },
    '.cm-uploading': {
      padding: '0.1em 0.5em',
      borderRadius: '0.375rem',
      background: 'var(--color-azure-deep)',
      color: '#cfe6f9',
    },
  },
  { dark: true },
);

const highlighting = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--color-gold-bright)', fontWeight: '700' },
  { tag: tags.strong, color: 'var(--color-heading)', fontWeight: '700' },
  { tag: tags.emphasis, color: 'var(--color-heading)', fontStyle: 'italic' },
  { tag: tags.link, color: 'var(--color-azure)' },
  { tag: tags.url, color: 'var(--color-azure)', textDecoration: 'underline' },
  { tag: tags.quote, color: 'var(--color-text-muted)', fontStyle: 'italic' },
  { tag: tags.monospace, color: 'var(--color-success)' },
  { tag: tags.processingInstruction, color: 'var(--color-text-muted)' },
]);

export const editorLook: Extension = [theme, syntaxHighlighting(highlighting)];
