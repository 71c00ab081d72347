import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { expect, it } from 'vitest';
import { layeredHistory } from './layered-history.ts';

/** At the second of two pages. */
function open() {
  const plain = createMemoryHistory({
    initialEntries: ['/first', '/second'],
    initialIndex: 1,
    v5Compat: true,
  });
  const history = layeredHistory(plain);
  const seen: string[] = [];
  history.listen(({ location }) => seen.push(location.pathname));
  const closed: string[] = [];
  const openLayer = (name: string) => history.openLayer(() => closed.push(name));
  return { history, plain, seen, closed, openLayer };
}

it('closes the newest layer by a step back and leaves the page by the next one', () => {
  const { history, seen, closed, openLayer } = open();
  openLayer('overlay');
  openLayer('dialog');
  history.go(-1);
  expect(closed).toEqual(['dialog']);
  history.go(-1);
  expect({ closed, seen }).toEqual({ closed: ['dialog', 'overlay'], seen: [] });
  history.go(-1);
  expect(seen).toEqual(['/first']);
});

it('leaves no entry of a layer that was closed otherwise', () => {
  const { history, seen, closed, openLayer } = open();
  openLayer('overlay')();
  expect({ closed, seen }).toEqual({ closed: [], seen: [] });
  history.go(1);
  expect(history.location.state).toBeNull();
  history.go(-1);
  expect(seen).toEqual(['/first']);
});

it('drops the entries of open layers before a step to another page', () => {
  const { history, seen, closed, openLayer } = open();
  const closeOverlay = openLayer('overlay');
  const closeDialog = openLayer('dialog');
  history.push('/third');
  closeOverlay();
  closeDialog();
  history.go(-1);
  history.go(-1);
  expect({ closed, seen }).toEqual({ closed: [], seen: ['/third', '/second', '/first'] });
});

it('closes all layers by a step that goes further back than they do', () => {
  const { history, seen, closed, openLayer } = open();
  openLayer('overlay');
  history.go(-2);
  expect({ closed, seen }).toEqual({ closed: ['overlay'], seen: ['/first'] });
});

it('starts at the page when it was reloaded at the entry of the second layer', () => {
  const { plain, openLayer } = open();
  openLayer('overlay');
  openLayer('dialog');
  expect(plain.location.state).toEqual({ layerDepth: 2 });
  const reloaded = layeredHistory(plain);
  expect(reloaded.location.state).toBeNull();
  reloaded.go(-1);
  expect(reloaded.location.pathname).toBe('/first');
});
