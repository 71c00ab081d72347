import { endpoint } from '@waygate/contract/endpoint';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '#api/api-error.ts';
import { gate } from '#test/render-page.tsx';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { createAdminQueryClient, useAdminMutation } from './admin-queries.ts';
import { EditConflict } from './EditConflict.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const articleSchema = z.object({ title: z.string(), body: z.string(), revision: z.int() });

type Article = z.infer<typeof articleSchema>;

const updateArticle = endpoint({
  method: 'PUT',
  path: '/admin/articles/:id',
  access: { section: 'news' },
  summary: 'Change an article.',
  params: z.object({ id: z.string() }),
  body: articleSchema,
  response: z.object({ title: z.string() }),
  conflict: articleSchema,
});

const uploadArticle = endpoint({
  method: 'POST',
  path: '/admin/articles',
  access: { section: 'news' },
  summary: 'Write an article, with its picture.',
  body: z.object({ title: z.string(), minutes: z.int(), note: z.nullable(z.string()) }),
  upload: { field: 'image', isRequired: false },
  response: 'empty',
});

const UPDATE = 'PUT /api/admin/articles/7';
const READ: Article = { title: 'Read', body: 'Same', revision: 1 };
const MINE: Article = { title: 'Mine', body: 'Same', revision: 1 };
const THEIRS: Article = { title: 'Theirs', body: 'Same', revision: 2 };
const conflict = {
  status: 409,
  body: { code: 'conflict', message: 'Somebody else was faster.', current: THEIRS },
};

function Editor({ load }: { load: () => Promise<string> }) {
  const [article, setArticle] = useState(MINE);
  useQuery({ queryKey: ['articles', 'page'], queryFn: load });
  const update = useAdminMutation(updateArticle, {
    success: (answer, { params }) => `Article ${params.id} is '${answer.title}'.`,
    failure: 'Failed to update article',
    invalidates: [['articles']],
  });
  const save = (body: Article) => void update.submit({ params: { id: '7' }, body });
  const theirs = update.conflict;
  return (
    <>
      <output aria-label="Error">{update.error}</output>
      <output aria-label="Title error">{update.fieldErrors.title}</output>
      <output aria-label="Article">{article.title}</output>
      <button type="button" disabled={update.isBusy} onClick={() => save(article)}>
        Save
      </button>
      {theirs && (
        <EditConflict
          conflict={{
            mine: article,
            entered: article,
            read: READ,
            theirs,
            keepMine: () => save({ ...article, revision: theirs.revision }),
            takeTheirs: () => {
              setArticle(theirs);
              update.reset();
            },
          }}
          fields={[
            { label: 'Title', value: ({ title }) => title },
            { label: 'Body', value: ({ body }) => body },
          ]}
        />
      )}
    </>
  );
}

function open(answers: Answers, load = () => Promise.resolve('list')) {
  return renderAdmin({ at: '/admin/news', pages: { '/admin/news': <Editor load={load} /> }, answers });
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const text = (name: string) => screen.getByRole('status', { name }).textContent;

describe('a change by staff', () => {
  it('shows a toast and refetches its lists', async () => {
    const load = vi.fn<() => Promise<string>>().mockResolvedValue('list');
    const { sent } = open({ [UPDATE]: { body: { title: 'Mine' } } }, load);
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    await save();
    expect(await screen.findByText("Article 7 is 'Mine'.")).toBeDefined();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(sent.filter(({ request }) => request === UPDATE)).toHaveLength(1);
  });

  it('is sent once, however often it is asked for meanwhile', async () => {
    const { opened, open: letGo } = gate();
    const { sent } = open({
      [UPDATE]: async () => {
        await opened;
        return { body: { title: 'Mine' } };
      },
    });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    // In one task, before React renders again.
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(button.disabled).toBe(true));
    letGo();
    await screen.findByText("Article 7 is 'Mine'.");
    expect(sent.filter(({ request }) => request === UPDATE)).toHaveLength(1);
  });

  it('says what the server said of it, and of its fields', async () => {
    open({
      [UPDATE]: {
        status: 400,
        body: { code: 'validation_failed', message: 'Please look again.', fields: { title: 'Too long.' } },
      },
    });
    await save();
    await waitFor(() => expect(text('Error')).toBe('Please look again.'));
    expect(text('Title error')).toBe('Too long.');
    expect(screen.getByRole('log').textContent).toBe('');
  });

  it('says the usual when the server said nothing', async () => {
    open({ [UPDATE]: { status: 502, body: null } });
    await save();
    await waitFor(() => expect(text('Error')).toBe('Failed to update article'));
  });
});

describe('a conflict of two editors', () => {
  it('shows both versions, and sends mine again on top of theirs', async () => {
    let tries = 0;
    const { sent } = open({
      [UPDATE]: () => {
        tries += 1;
        return tries === 1 ? conflict : { body: { title: 'Mine' } };
      },
    });
    await save();
    const heading = await screen.findByRole('heading', { name: /Somebody else has changed this/ });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByRole('row', { name: 'Title (differs) Mine Theirs' })).toBeDefined();
    expect(screen.getByRole('row', { name: 'Body Same Same' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await screen.findByText("Article 7 is 'Mine'.");
    expect(sent.at(-1)?.body).toEqual({ ...MINE, revision: 2 });
    expect(screen.queryByRole('heading', { name: /Somebody else/ })).toBeNull();
  });

  it('lets theirs be taken, and sends nothing', async () => {
    const { sent } = open({ [UPDATE]: conflict });
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Take theirs' }));
    expect(text('Article')).toBe('Theirs');
    expect(text('Error')).toBe('');
    expect(sent.filter(({ request }) => request === UPDATE)).toHaveLength(1);
  });
});

function Uploader() {
  const { submit } = useAdminMutation(uploadArticle, { failure: 'Failed.', success: 'Uploaded.' });
  const file = new File(['picture'], 'gate.png', { type: 'image/png' });
  return (
    <button
      type="button"
      onClick={() => void submit({ body: { title: 'Gate', minutes: 5, note: null } }, { file })}
    >
      Upload
    </button>
  );
}

describe('a picture', () => {
  it('goes along as form data, after the fields, without a content type of its own', async () => {
    const { sent } = renderAdmin({
      at: '/admin/news',
      pages: { '/admin/news': <Uploader /> },
      answers: { 'POST /api/admin/articles': { status: 204 } },
    });
    const forms: FormData[] = [];
    const fetch = window.fetch;
    window.fetch = (path, init) => {
      if (init?.body instanceof FormData) forms.push(init.body);
      return fetch(path, init);
    };
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    await screen.findByText('Uploaded.');
    expect([...(forms[0]?.keys() ?? [])]).toEqual(['title', 'minutes', 'image']);
    expect(forms[0]?.get('minutes')).toBe('5');
    expect(sent.at(-1)?.headers).not.toHaveProperty('content-type');
  });
});

const retries = (error: Error) => {
  const { retry } = createAdminQueryClient().getDefaultOptions().queries ?? {};
  return typeof retry === 'function' && [0, 1].map((failures) => retry(failures, error));
};

describe('what failed on the way', () => {
  it('is asked for once more, but a refusal is final', () => {
    expect(retries(new ApiError(0, {}))).toEqual([true, false]);
    expect(retries(new ApiError(503, {}))).toEqual([true, false]);
    expect(retries(new ApiError(403, {}))).toEqual([false, false]);
    expect(retries(new ApiError(404, {}))).toEqual([false, false]);
  });
});
