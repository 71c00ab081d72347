import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

type Place = { id: number; position: number };

const addPlace = StateEffect.define<Place>({
  map: ({ id, position }, changes) => ({ id, position: changes.mapPos(position) }),
});
const dropPlace = StateEffect.define<number>();

class Uploading extends WidgetType {
  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-uploading';
    element.textContent = 'Uploading picture…';
    return element;
  }
}

/** Placeholders of pictures that are uploading. They are decorations, so saving meanwhile saves none of them. */
const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    let after = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(addPlace)) {
        const { id, position } = effect.value;
        const widget = Decoration.widget({ widget: new Uploading(), id, side: 1 });
        after = after.update({ add: [widget.range(position)] });
      }
      if (effect.is(dropPlace))
        after = after.update({ filter: (_from, _to, { spec }) => spec.id !== effect.value });
    }
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const picturePlaces: Extension = places;

let lastId = 0;

/** Reserves the position of a picture. Returns a function that inserts it, or removes the placeholder without an address. */
export function reservePlace(
  view: EditorView,
  position: number,
): (address: string | undefined, alt?: string) => void {
  lastId += 1;
  const id = lastId;
  view.dispatch({ effects: addPlace.of({ id, position }) });
  return (address, alt = '') => {
    const effects = dropPlace.of(id);
    const found = findPlace(view.state.field(places), id);
    if (address === undefined || found === undefined) {
      view.dispatch({ effects });
      return;
    }
    const insert = `![${escaped(alt)}](${address})`;
    // Moves the cursor between the brackets for a description, or behind one, unless the author has moved on.
    const isWaiting = view.state.selection.main.empty && view.state.selection.main.head === found;
    view.dispatch({
      changes: { from: found, insert },
      effects,
      ...(isWaiting && { selection: { anchor: found + (alt === '' ? 2 : insert.length) } }),
      userEvent: 'input',
    });
  };
}

/** Escapes what Markdown would interpret. */
function escaped(alt: string): string {
  return alt.replaceAll(/[\\[\]`<&*_~]/g, String.raw`\$&`);
}

function findPlace(decorations: DecorationSet, id: number): number | undefined {
  const cursor = decorations.iter();
  while (cursor.value) {
    if (cursor.value.spec.id === id) return cursor.from;
    cursor.next();
  }
  return undefined;
}
