import { act } from '@testing-library/react';
import { Outlet, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render-page.tsx';
import { ScrollPosition } from './ScrollPosition.tsx';

function Layout() {
  return (
    <>
      <Outlet />
      <ScrollPosition location={useLocation()} />
    </>
  );
}

const routes = [
  {
    Component: Layout,
    children: ['/', '/news'].map((path) => ({ path, element: <h2 id="büro">Page {path}</h2> })),
  },
];

const scrollTo = vi.fn<(left: number, top: number) => void>((_, top) => {
  window.scrollY = top;
});

beforeEach(() => {
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal('scrollY', 0);
  scrollTo.mockClear();
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const hidePage = () => act(() => void window.dispatchEvent(new Event('pagehide')));

describe('the scroll position', () => {
  it('is left alone on the first page', () => {
    renderPage({ routes, at: '/' });
    expect(scrollTo).not.toHaveBeenCalled();
    expect(window.history.scrollRestoration).toBe('manual');
  });

  it('is the top of a new page, and the last one of a page come back to', async () => {
    const { router } = renderPage({ routes, at: '/' });
    window.scrollY = 300;
    await router.navigate('/news');
    expect(window.scrollY).toBe(0);
    window.scrollY = 40;
    await router.navigate(-1);
    expect(window.scrollY).toBe(300);
    await router.navigate(1);
    expect(window.scrollY).toBe(40);
  });

  it('is the top when the same page is opened again, and stays when only its query changes', async () => {
    const { router } = renderPage({ routes, at: '/news' });
    window.scrollY = 300;
    await router.navigate('/news?page=2');
    expect(window.scrollY).toBe(300);
    await router.navigate('/news?page=2');
    expect(window.scrollY).toBe(0);
  });

  it('is the place that the address names, and the top where there is none', async () => {
    const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(undefined);
    const { router } = renderPage({ routes, at: '/' });
    await router.navigate('/news#b%C3%BCro');
    expect(scrollIntoView).toHaveBeenCalledOnce();
    expect(scrollTo).not.toHaveBeenCalled();
    await router.navigate('/#%');
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    scrollIntoView.mockRestore();
  });

  it('survives a reload of the page, and belongs to its address alone', async () => {
    const { unmount } = renderPage({ routes, at: '/news' });
    window.scrollY = 300;
    hidePage();
    expect(window.history.scrollRestoration).toBe('auto');
    unmount();
    window.scrollY = 0;
    renderPage({ routes, at: '/' }).unmount();
    expect(scrollTo).not.toHaveBeenCalled();
    renderPage({ routes, at: '/news' });
    expect(window.scrollY).toBe(300);
  });

  it('is not kept where the browser keeps nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    renderPage({ routes, at: '/' });
    hidePage();
    expect(scrollTo).not.toHaveBeenCalled();
  });
});
