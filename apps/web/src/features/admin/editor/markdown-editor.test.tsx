import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { saveSession } from '#api/session.ts';
import { forgetDraft, readDraft } from './drafts.ts';
import { MarkdownEditor, type MarkdownEditorProps } from './MarkdownEditor.tsx';
import { gate } from '#test/render-page.tsx';
import { renderAdmin } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const PREVIEW = 'POST /api/admin/content/preview';

function Article(props: Partial<MarkdownEditorProps>) {
  const [text, setText] = useState('Once upon a time');
  return (
    <>
      <MarkdownEditor label="Text" value={text} onChange={setText} {...props} />
      <output aria-label="Written">{text}</output>
      <button type="button" onClick={() => setText('Theirs\r\nof two lines')}>
        Take theirs
      </button>
    </>
  );
}

async function open(
  props: Partial<MarkdownEditorProps> = {},
  preview: { status?: number; body: unknown } = { body: { bodyHtml: '<p>Shown</p>' } },
) {
  const view = renderAdmin({
    at: '/admin/news',
    pages: { '/admin/news': <Article {...props} /> },
    answers: { [PREVIEW]: preview },
  });
  await screen.findByRole('button', { name: 'Bold' });
  // The toolbar is there a moment before the text.
  await waitFor(source);
  return view;
}

/** The editor's text stands in a shadow root. */
function source(): HTMLElement {
  const host = [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot);
  const content = host?.shadowRoot?.querySelector<HTMLElement>('[role="textbox"]');
  if (!content) throw new Error('There is no editor.');
  return content;
}

const written = () => screen.getByRole('status', { name: 'Written' }).textContent;
const picture = (name: string) => new File(['picture'], name, { type: 'image/png' });
const quote = () => userEvent.click(screen.getByRole('button', { name: 'Quote' }));
const paste = (file: File) => {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: { files: [file] } });
  act(() => void source().dispatchEvent(event));
  return event;
};

describe('the editor', () => {
  it('has the text, a label, and a preview made by the server', async () => {
    const { sent } = await open();
    expect(source().getAttribute('aria-label')).toBe('Text');
    expect(source().textContent).toBe('Once upon a time');
    expect(await screen.findByText('Shown')).toBeDefined();
    expect(sent.find(({ request }) => request === PREVIEW)?.body).toEqual({ body: 'Once upon a time' });
  });

  it('formats by its toolbar, and tells of the change', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Heading' }));
    expect(written()).toBe('## Once upon a time');
    await userEvent.click(screen.getByRole('button', { name: 'Heading' }));
    expect(written()).toBe('Once upon a time');
  });

  it('takes over a text from outside, whatever its line ends', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(source().textContent).toBe('Theirsof two lines'));
  });

  it('says what is wrong, and cannot be changed while it is saved', async () => {
    await open({ error: 'Please write the text of the article.', isDisabled: true });
    expect(screen.getByRole('alert').textContent).toBe('Please write the text of the article.');
    expect(source().getAttribute('aria-invalid')).toBe('true');
    expect(source().getAttribute('aria-readonly')).toBe('true');
    expect(screen.getByRole('button', { name: 'Bold' }).closest('fieldset')?.disabled).toBe(true);
  });

  it('says when the preview fails, and keeps the text', async () => {
    await open({}, { status: 400, body: { message: 'Too long.' } });
    expect((await screen.findByRole('alert')).textContent).toBe('Too long.');
    expect(source().textContent).toBe('Once upon a time');
  });
});

describe('a picture', () => {
  it('is uploaded and put where it was added, although the text has changed meanwhile', async () => {
    const { opened, open: letGo } = gate();
    await open({
      uploadPicture: async ({ name }) => {
        await opened;
        return `/api/media/${name}`;
      },
    });
    paste(picture('gate.png'));
    expect(source().textContent).toContain('Uploading picture…');
    // What is not there yet is not in the text either.
    expect(written()).toBe('Once upon a time');
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    // The test's page tells of a new selection while the editor is still at work, as no browser does.
    screen.getByRole('button', { name: 'Take theirs' }).focus();
    letGo();
    await waitFor(() => expect(written()).toBe('- ![](/api/media/gate.png)Once upon a time'));
    expect(source().textContent).not.toContain('Uploading');
  });

  it('that fails is reported, and leaves nothing behind', async () => {
    await open({ uploadPicture: () => Promise.reject(new Error('The picture is too large.')) });
    paste(picture('huge.png'));
    expect((await screen.findByRole('alert')).textContent).toBe('huge.png: The picture is too large.');
    expect(written()).toBe('Once upon a time');
    expect(source().textContent).not.toContain('Uploading');
  });

  it('can be pasted, but not where pictures are not kept', async () => {
    const uploadPicture = vi.fn<(file: File) => Promise<string>>().mockResolvedValue('/api/media/a.png');
    await open({ uploadPicture });
    const event = paste(picture('a.png'));
    await waitFor(() => expect(written()).toBe('![](/api/media/a.png)Once upon a time'));
    expect(event.defaultPrevented).toBe(true);
  });

  it('from the library is inserted at the cursor with its alternative text, and typing continues after it', async () => {
    await open({
      PictureChooser: ({ onTake }) => (
        <button
          type="button"
          onClick={() => onTake({ url: '/api/media/b.webp', alt: 'Gate [old] `<b>` &amp; *_~' })}
        >
          Take
        </button>
      ),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Picture' }));
    await userEvent.click(screen.getByRole('button', { name: 'Take' }));
    expect(written()).toBe(
      '![Gate \\[old\\] \\`\\<b>\\` \\&amp; \\*\\_\\~](/api/media/b.webp)Once upon a time',
    );
    expect(screen.queryByRole('button', { name: 'Take' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.shadowRoot?.activeElement).toBe(source()));
  });

  it('is not offered where pictures are not kept', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Picture' })).toBeNull();
  });
});

describe('a draft', () => {
  it('is kept while one writes, and offered when one comes back', async () => {
    const { unmount } = await open({ draftKey: 'news 7' });
    await userEvent.click(screen.getByRole('button', { name: 'Quote' }));
    await waitFor(() => expect(readDraft('news 7')?.text).toBe('> Once upon a time'));
    unmount();
    await open({ draftKey: 'news 7' });
    expect(screen.getByText(/There is an unsaved draft from/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(written()).toBe('> Once upon a time');
    expect(screen.queryByText(/unsaved draft/)).toBeNull();
  });

  it('goes when it is discarded, when it is taken back, and when the text is saved', async () => {
    const { unmount } = await open({ draftKey: 'news 7' });
    await quote();
    await waitFor(() => expect(readDraft('news 7')).toBeDefined());
    await quote();
    await waitFor(() => expect(readDraft('news 7')).toBeUndefined());
    await quote();
    await waitFor(() => expect(readDraft('news 7')).toBeDefined());
    unmount();
    await open({ draftKey: 'news 7' });
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(readDraft('news 7')).toBeUndefined();
    forgetDraft('news 7');
    expect(readDraft('news 7')).toBeUndefined();
  });

  it('belongs to its author', async () => {
    await open({ draftKey: 'news 7' });
    await userEvent.click(screen.getByRole('button', { name: 'Quote' }));
    await waitFor(() => expect(readDraft('news 7')).toBeDefined());
    saveSession({ accessToken: 'token-2', accountDBID: 2, webMgt: 11 });
    expect(readDraft('news 7')).toBeUndefined();
  });
});
