import { act, screen } from '@testing-library/react';
import { Link, Outlet, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { loadingPage } from '#features/page/page-route.tsx';
import { useIsPending } from '#features/page/pending.ts';
import { gate, renderPage } from '#test/render-page.tsx';

function Layout() {
  return (
    <>
      {useIsPending() && <progress />}
      <Outlet />
    </>
  );
}

/** A page whose code arrives when the gate is opened. */
function latePage(path: string, { opened }: { opened: Promise<void> }): RouteObject {
  return { path, lazy: async () => opened.then(() => ({ element: <h1>Page {path}</h1> })) };
}

function open() {
  const [slow, fast] = [gate(), gate()];
  const children = [
    { path: '/', element: <Link to="/slow">Start</Link> },
    latePage('/slow', slow),
    latePage('/fast', fast),
  ];
  return { slow, fast, ...renderPage({ routes: [{ Component: Layout, children }], at: '/' }) };
}

const start = () => screen.queryByRole('link', { name: 'Start' });
const page = (path: string) => screen.queryByRole('heading', { name: `Page ${path}` });
const progress = () => screen.queryByRole('progressbar');
const arrive = ({ open: arrives }: { open: () => void }) => act(async () => arrives());

it('a page stays until the code of the next one has arrived, with a sign of progress', async () => {
  const { router, slow } = open();
  await router.navigate('/slow');
  expect(start()).not.toBeNull();
  expect(progress()).not.toBeNull();
  await arrive(slow);
  expect(page('/slow')).not.toBeNull();
  expect(start()).toBeNull();
  expect(progress()).toBeNull();
});

it('the last step wins, whichever code arrives first', async () => {
  const { router, slow, fast } = open();
  await router.navigate('/slow');
  await router.navigate('/fast');
  await arrive(fast);
  expect(page('/fast')).not.toBeNull();
  await arrive(slow);
  expect(page('/fast')).not.toBeNull();
});

it('a step back before the code arrives is taken at once', async () => {
  const { router, slow } = open();
  await router.navigate('/slow');
  await router.navigate(-1);
  expect(start()).not.toBeNull();
  expect(progress()).toBeNull();
  await arrive(slow);
  expect(start()).not.toBeNull();
});

/** A page that shows how often it was loaded in the browser. */
function countingPage() {
  let loads = 0;
  return loadingPage({
    load: async () => {
      loads += 1;
      return `Load ${loads}`;
    },
    failureMessage: '',
    meta: () => ({ title: '', description: '' }),
    Page: ({ content }) => <p>{content.status === 'loaded' ? content.value : content.status}</p>,
  });
}

it("the server's content is shown on the first page, and loaded when it is come back to", async () => {
  const { Component } = countingPage();
  const routes = [
    { path: '/', Component },
    { path: '/other', element: <p>Other</p> },
  ];
  const { router } = renderPage({ routes, at: '/', content: { status: 'loaded', value: 'From the server' } });
  expect(screen.getByText('From the server')).toBeDefined();
  await router.navigate('/#chapter');
  expect(screen.getByText('From the server')).toBeDefined();
  await router.navigate('/other');
  await router.navigate(-2);
  expect(await screen.findByText('Load 1')).toBeDefined();
});

it('a page opened again by a link is loaded again, and a place on it is not', async () => {
  const { Component } = countingPage();
  const { router } = renderPage({ routes: [{ path: '/', Component }], at: '/' });
  expect(await screen.findByText('Load 1')).toBeDefined();
  await router.navigate('/#chapter');
  expect(screen.getByText('Load 1')).toBeDefined();
  await router.navigate('/');
  expect(await screen.findByText('Load 2')).toBeDefined();
});

it('what is kept of one address is never shown at another', async () => {
  const { Component } = loadingPage({
    load: async ({ params }) => {
      if (params.id === 'second') throw new Error('The network is gone.');
      return `Page ${params.id}`;
    },
    failureMessage: 'Failed',
    keepsContent: true,
    meta: () => ({ title: '', description: '' }),
    Page: ({ content }) => <p>{content.status === 'loaded' ? content.value : content.status}</p>,
  });
  const { router } = renderPage({ routes: [{ path: '/:id', Component }], at: '/first' });
  expect(await screen.findByText('Page first')).toBeDefined();
  await router.navigate('/second');
  expect(await screen.findByText('failed')).toBeDefined();
  await router.navigate(-1);
  expect(await screen.findByText('Page first')).toBeDefined();
});
