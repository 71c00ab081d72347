import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render-page.tsx';
import { loadPages } from './load-pages.tsx';
import { siteRoutes } from './routes.tsx';

const chunks = vi.hoisted(() => ({ areMissing: true }));

vi.mock('#pages/accounts/ForgotPasswordPage.tsx', importChunk);
vi.mock('#pages/accounts/RegisterPage.tsx', importChunk);
vi.mock('#pages/admin/AdminPage.tsx', importChunk);

/** Fails as a browser's import of a file does that is not there. */
function importChunk<T>(importOriginal: () => Promise<T>): Promise<T> {
  if (chunks.areMissing) throw new TypeError('Failed to fetch dynamically imported module');
  return importOriginal();
}

const OWN_ENTRY = '/assets/index-1.js';
const NEW_ENTRY = '/assets/index-2.js';

let serverEntry: string | undefined;

beforeEach(() => {
  chunks.areMissing = true;
  serverEntry = undefined;
  // React and the router report what was thrown.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  document.head.innerHTML = `<script type="text/plain" src="${OWN_ENTRY}"></script>`;
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
  vi.spyOn(window, 'fetch').mockImplementation(() =>
    serverEntry === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(
          new Response(
            `<script type="module" fetchpriority="low" crossorigin src="${serverEntry}"></script>`,
          ),
        ),
  );
  return () => {
    document.head.innerHTML = '';
    vi.unstubAllGlobals();
    sessionStorage.clear();
    vi.restoreAllMocks();
  };
});

const reload = () => vi.spyOn(window.location, 'reload').mockReturnValue(undefined);
const failure = () => screen.findByRole('heading', { name: "This page couldn't be loaded" });

/** Goes from a page that is there to this one. */
async function goTo(path: string) {
  const routes = siteRoutes();
  await loadPages(routes, { pathname: '/nowhere' });
  const { router } = renderPage({ routes, at: '/nowhere' });
  await screen.findByRole('heading', { name: 'Oops! Page Not Found' });
  await router.navigate(path);
  return router;
}

describe('a page whose chunk is missing', () => {
  it.each(['/forgot-password', '/admin'])(
    'leaves a message with Retry and header and footer: %s',
    async (path) => {
      await goTo(path);
      expect(await failure()).toBeDefined();
      expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
      expect(screen.getByRole('banner')).toBeDefined();
      expect(screen.getByRole('contentinfo')).toBeDefined();
      expect(document.title).toBe("This page couldn't be loaded · Agaia");
    },
  );

  it('appears when it is asked for again and is there', async () => {
    // A page that no other test needs to be missing: once loaded, it stays.
    const router = await goTo('/register');
    await failure();
    chunks.areMissing = false;
    await router.navigate('/nowhere');
    // It's compiled now, which may take longer than the page is waited for.
    await import('#pages/accounts/RegisterPage.tsx');
    await router.navigate('/register');
    expect(await screen.findByRole('heading', { name: 'Create Account' })).toBeDefined();
  });

  it('is loaded again by Retry once the server responds, and not before', async () => {
    const reloads = reload();
    await goTo('/forgot-password');
    await failure();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(reloads).not.toHaveBeenCalled();
    serverEntry = OWN_ENTRY;
    fireEvent.click(retry);
    await waitFor(() => expect(reloads).toHaveBeenCalledOnce());
  });
});

describe('a new version on the server', () => {
  it('is loaded by itself, once', async () => {
    const reloads = reload();
    serverEntry = NEW_ENTRY;
    const router = await goTo('/forgot-password');
    await failure();
    await waitFor(() => expect(reloads).toHaveBeenCalledOnce());
    await router.navigate('/nowhere');
    await router.navigate('/forgot-password');
    await failure();
    await act(async () => {});
    expect(reloads).toHaveBeenCalledOnce();
  });

  it.each([
    ['the server runs this version', OWN_ENTRY],
    ['the server is away', undefined],
  ])('is not looked for any further when %s', async (_, entry) => {
    const reloads = reload();
    serverEntry = entry;
    await goTo('/forgot-password');
    await failure();
    await act(async () => {});
    expect(reloads).not.toHaveBeenCalled();
  });

  it('is left to the visitor where the browser keeps no note of it', async () => {
    const reloads = reload();
    vi.stubGlobal('sessionStorage', undefined);
    serverEntry = NEW_ENTRY;
    await goTo('/forgot-password');
    await failure();
    await act(async () => {});
    expect(reloads).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(reloads).toHaveBeenCalledOnce());
  });
});
