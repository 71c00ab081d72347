import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { editorLook } from './editor-look.ts';
import { format, type Formatting } from './formatting.ts';
import { picturePlaces } from './picture-places.ts';

type SourceEditorOptions = {
  label: string;
  value: string;
  isDisabled: boolean;
  isInvalid: boolean;
  onChange: (text: string) => void;
  onPictures: (view: EditorView, files: File[], position: number) => void;
};

const changing = new Compartment();

/** Mounts CodeMirror in the element; the ref holds its view. */
export function useSourceEditor(
  place: RefObject<HTMLElement | null>,
  options: SourceEditorOptions,
): RefObject<EditorView | null> {
  const { value, label, isDisabled, isInvalid } = options;
  const view = useRef<EditorView>(null);
  const notify = useEffectEvent(options.onChange);
  const takePictures = useEffectEvent(options.onPictures);
  const first = useEffectEvent(() => value);
  useEffect(() => {
    if (!place.current) return;
    // In a shadow root it uses a constructed style sheet; the page's security policy forbids style elements.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: first(),
        extensions: [
          fixed,
          changing.of([]),
          pictureEvents((...found) => takePictures(...found)),
          EditorView.updateListener.of(({ docChanged, state }) => docChanged && notify(state.doc.toString())),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [place]);
  useEffect(() => {
    view.current?.dispatch({ effects: changing.reconfigure(attributes({ label, isDisabled, isInvalid })) });
  }, [label, isDisabled, isInvalid]);
  useEffect(() => {
    const editor = view.current;
    // The editor normalises line ends.
    const text = value.replace(/\r\n?/g, '\n');
    if (editor && editor.state.doc.toString() !== text)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [value]);
  return view;
}

function shortcut(key: string, formatting: Formatting) {
  return {
    key,
    run: (view: EditorView) => {
      view.dispatch(format(view.state, formatting));
      return true;
    },
  };
}

/** Tab is not bound, so that it leaves the editor. */
const fixed: Extension = [
  history(),
  // The language alone: its usual support brings the parsers of HTML, CSS and JavaScript, most of the weight.
  markdownLanguage,
  EditorView.lineWrapping,
  placeholder('Write in markdown. Pictures can be pasted or dropped here.'),
  picturePlaces,
  editorLook,
  keymap.of([
    shortcut('Mod-b', 'bold'),
    shortcut('Mod-i', 'italic'),
    shortcut('Mod-k', 'link'),
    ...markdownKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
];

function attributes({
  label,
  isDisabled,
  isInvalid,
}: Pick<SourceEditorOptions, 'label' | 'isDisabled' | 'isInvalid'>): Extension {
  return [
    EditorState.readOnly.of(isDisabled),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Editable content is focusable anyway, but not every tool knows.
      tabindex: '0',
      'aria-readonly': String(isDisabled),
      'aria-invalid': String(isInvalid),
      spellcheck: 'true',
    }),
  ];
}

/** Handles pasted and dropped pictures. Other files and text keep the default. */
function pictureEvents(onPictures: SourceEditorOptions['onPictures']): Extension {
  const take = (view: EditorView, files: FileList | undefined, position: number, event: Event) => {
    const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (pictures.length === 0 || view.state.readOnly) return false;
    event.preventDefault();
    onPictures(view, pictures, position);
    return true;
  };
  return EditorView.domEventHandlers({
    paste: (event, view) => take(view, event.clipboardData?.files, view.state.selection.main.head, event),
    drop: (event, view) => {
      const position = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
      return take(view, event.dataTransfer?.files, position, event);
    },
  });
}
